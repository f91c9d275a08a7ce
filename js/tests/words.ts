/** The word files as the board gets them. */

export { wordsOf } from "../dev/words.mjs";
