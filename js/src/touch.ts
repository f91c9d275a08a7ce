/**
 * Fingers: two on the board zoom and move it, two turn what is carried, one that starts on a unit moves the zoomed
 * board. Any other finger is the page's own, which scrolls.
 */

import type { Point } from "./geometry.ts";
import type { On, Stage } from "./input.ts";
import type { Scene } from "./scene.ts";
import type { Session } from "./session.ts";

const SIXTH = Math.PI / 3;

/** What a few fingers hold: their middle, how far apart they are, the angle between them. */
interface Grip {
  middle: Point;
  span: number;
  angle: number;
}

/** Where fingers may zoom, and what they may hold. */
type Ground = Pick<Stage, "placeAt" | "zoom"> & { canvas: HTMLElement };
type Hand = Pick<Session, "carry" | "turn"> & { scene: Pick<Scene, "token"> };

export function fingers(stage: Ground, session: Hand, on: On): void {
  const { canvas } = stage;
  let held: Grip | null = null;
  let turned = 0;

  const start = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    const here = event.target === canvas;
    const grip = a && hold(a, b);
    const takes = b
      ? here || session.carry
      : here && grip && session.scene.token(stage.placeAt(grip.middle) ?? -1);
    held = grip && takes ? grip : null;
    turned = 0;
    if (held && b) event.preventDefault();
  };
  const move = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (!held || !a) return;
    const now = hold(a, b);
    if (session.carry) turned = b ? twist(session, turned + now.angle - held.angle) : 0;
    else stage.zoom(now.span / held.span, now.middle, held.middle);
    held = now;
    if (event.cancelable) event.preventDefault(); // the page stays where it is
  };
  on("touchstart", start);
  on("touchmove", move);
  on("touchend", start);
  on("touchcancel", start);
}

/** Turn what is carried once for each sixth that the fingers went round; what is left of the angle. */
function twist(session: Hand, angle: number): number {
  const rest = Math.atan2(Math.sin(angle), Math.cos(angle));
  if (Math.abs(rest) < SIXTH / 2) return rest;
  session.turn(-Math.sign(rest)); // the screen's angles go clockwise
  return rest - Math.sign(rest) * SIXTH;
}

function hold({ clientX: x, clientY: y }: Touch, other?: Touch): Grip {
  const [dx, dy] = other ? [other.clientX - x, other.clientY - y] : [0, 0];
  return {
    middle: { x: x + dx / 2, y: y + dy / 2 },
    span: Math.hypot(dx, dy) || 1,
    angle: Math.atan2(dy, dx),
  };
}
