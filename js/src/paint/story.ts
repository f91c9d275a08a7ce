/** What is seen while the last decision is told: figures on their way, open cards, rolling dice, wounds. */

import { mix, type Point } from "../geometry.ts";
import type { Layout } from "../layout.ts";

import type { Scene } from "../scene.ts";
import type { Act, Pose } from "../story.ts";
import { ink, type Palette } from "../theme.ts";
import { picture } from "./act.ts";
import { die } from "./die.ts";
import { edgeDice, fighter } from "./fighter.ts";
import { apart, type Ctx, filled, letter, lined, rounded, type Style } from "./shape.ts";

const ROLL = 0.62; // of the beat
const TUMBLES = 6; // faces that are seen while a die rolls

export interface Stage {
  ctx: Ctx;
  scene: Scene;
  layout: Layout;
  colours: Palette;
  style: Style;
}

export function drawStory(stage: Stage, act: Act): void {
  for (const pose of act.poses) drawPose(stage, pose);
  act.cards.forEach((one, i) => {
    drawCards(stage, i, one);
  });
  for (const one of act.dice) drawDice(stage, act, one);
  for (const one of act.hurt) drawWound(stage, act, one);
}

function middle({ layout }: Stage, pose: Pose): Point {
  const [from, to] = [layout.points[pose.from], layout.points[pose.to]];
  const at = from && to ? mix(from, to, pose.part) : { x: 0, y: 0 };
  return { x: at.x + Math.sin(pose.shake * 19) * pose.shake * layout.size * 0.16, y: at.y };
}

function drawPose(stage: Stage, pose: Pose): void {
  const { ctx, scene, layout, colours, style } = stage;
  const kind = scene.kind(pose.kind);
  const faction = scene.faction(kind?.faction);
  if (!kind || !faction) return;
  const at = middle(stage, pose);
  const look = { kind, faction, turn: pose.turn, shadow: colours.shadow };
  if (pose.part === 1) edgeDice(ctx, at, layout.size, look, colours, style);
  fighter(ctx, at, layout.size, look, style);
}

/** Where something that belongs to a faction shows: beyond its figure, away from the others. */
function beside(stage: Stage, act: Act, faction: number, far: number, half: number): Point {
  const { scene, layout } = stage;
  const own = act.poses.find((pose) => scene.kind(pose.kind)?.faction === faction);
  const other = act.poses.find((pose) => pose !== own);
  const at = own ? middle(stage, own) : { x: layout.width / 2, y: layout.height / 2 };
  const foe = other ? middle(stage, other) : { x: at.x, y: at.y + 1 };
  const away = Math.hypot(at.x - foe.x, at.y - foe.y) || 1;
  const side = layout.size * far;
  return {
    x: clamp(at.x + ((at.x - foe.x) / away) * side, half, layout.width - half),
    y: clamp(at.y + ((at.y - foe.y) / away) * side, layout.size * 0.4, layout.height - layout.size * 0.4),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** An order's cards turn over in the corner of their seat, and stay there. */
function drawCards(stage: Stage, i: number, { faction, keys, part }: Act["cards"][number]): void {
  const { ctx, scene, layout, style } = stage;
  const inks = ink(scene.faction(faction)?.name);
  const wide = Math.max(30, layout.size * 0.84);
  const tall = wide * 1.28;
  const [right, low] = [i % 2 === 1, i === 1 || i === 2];
  keys.forEach((key, n) => {
    const step = (right ? keys.length - 1 - n : n) * wide * 1.1 + wide * 0.62;
    const x = right ? layout.width - step : step;
    const y = low ? layout.height - tall * 0.6 : tall * 0.6;
    const open = clamp(part * 2 - n * 0.4, 0, 1);
    apart(ctx, () => {
      ctx.translate(x, y);
      ctx.scale(Math.max(0.02, open), 1);
      ctx.shadowColor = stage.colours.shadow;
      ctx.shadowBlur = wide * 0.16 * Math.abs(ctx.getTransform().d);
      rounded(ctx, { x: 0, y: 0 }, wide, tall, wide * 0.16);
      filled(ctx, inks.base);
      ctx.shadowColor = "transparent";
      lined(ctx, Math.max(1, wide * 0.04), inks.dark);
      const act = scene.cardOf(key)?.act;
      if (act) picture(ctx, { x: 0, y: -tall * 0.12 }, wide * 0.62, act, "#ffffff");
      ctx.fillStyle = "#ffffff";
      letter(ctx, key, { x: 0, y: tall * 0.33 }, wide * 0.27, style.font, 700);
    });
  });
}

function drawDice(stage: Stage, act: Act, { faction, faces, part }: Act["dice"][number]): void {
  const { ctx, scene, layout } = stage;
  const inks = ink(scene.faction(faction)?.name);
  const side = Math.max(17, layout.size * 0.46);
  const step = side * 1.16;
  const at = beside(stage, act, faction, 1.12, (step * faces.length) / 2);
  const rolled = Math.min(1, part / ROLL);
  faces.forEach((face, i) => {
    const seen = rolled < 1 ? 1 + ((Math.floor(rolled * TUMBLES) * 5 + i * 2 + faction + face) % 6) : face;
    const turn = (1 - rolled) ** 2 * (i % 2 ? -2.4 : 2.4);
    const hop = Math.sin(rolled * Math.PI) * side * 0.5;
    const p = { x: at.x + (i - (faces.length - 1) / 2) * step, y: at.y - hop };
    die(ctx, p, side, seen, inks.core, "#ffffff", turn);
  });
}

/** What a fighter loses rises from it and fades. */
function drawWound(stage: Stage, act: Act, { faction, amount, part }: Act["hurt"][number]): void {
  const { ctx, scene, layout, colours, style } = stage;
  const own = act.poses.find((pose) => scene.kind(pose.kind)?.faction === faction);
  if (!own) return;
  const at = middle(stage, own);
  const size = Math.max(18, layout.size * 0.6);
  const p = { x: at.x + layout.size * 0.5, y: at.y - layout.size * (0.35 + part * 0.5) };
  apart(ctx, () => {
    ctx.globalAlpha *= part > 0.7 ? (1 - part) / 0.3 : 1;
    ctx.font = `800 ${size}px ${style.font}`;
    ctx.textAlign = "center";
    ctx.lineJoin = "round";
    ctx.lineWidth = size * 0.22;
    ctx.strokeStyle = colours.page;
    ctx.strokeText(`\u2212${amount}`, p.x, p.y + size * 0.36);
    ctx.fillStyle = colours.warn;
    letter(ctx, `\u2212${amount}`, p, size, style.font);
  });
}
