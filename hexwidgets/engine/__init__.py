"""What any game is: rules, states, history, records, and the observable model around them."""
