import { HUES } from '../../app/theme/hues.ts';
import type { Bar } from './bars-of.ts';
import { formatProbability, leaderOf, optionName } from './describe-bars.ts';

/** CSS pixels; the picture has twice as many of its own, for sharp text. */
const WIDTH = 760;
const SCALE = 2;
const PADDING = 24;
const ROW = 30;
const LABEL = 190;
const VALUE = 64;
const LINE = 22;

/** The bars of a question as a picture in the present colours: question, bars with numbers, one line on the origin. */
export function drawBars(question: string, bars: readonly Bar[], origin: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const family = getComputedStyle(document.body).fontFamily;
  const font = (size: number, weight: number): string => `${weight} ${size}px ${family}`;

  context.font = font(16, 600);
  const title = wrap(context, question, WIDTH - 2 * PADDING);
  context.font = font(12, 400);
  const foot = wrap(context, origin, WIDTH - 2 * PADDING);
  const height = PADDING + title.length * LINE + 12 + bars.length * ROW + 12 + foot.length * 17 + PADDING;
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = color('--surface');
  context.fillRect(0, 0, WIDTH, height);
  context.textBaseline = 'middle';

  let y = PADDING + LINE / 2;
  context.fillStyle = color('--text');
  context.font = font(16, 600);
  for (const line of title) {
    context.fillText(line, PADDING, y);
    y += LINE;
  }
  y += 12 - LINE / 2;

  const leader = leaderOf(bars)?.first.key;
  const trackWidth = WIDTH - 2 * PADDING - LABEL - VALUE;
  for (const bar of bars) {
    const middle = y + ROW / 2;
    context.fillStyle = color('--text');
    context.font = font(14, bar.key === leader ? 650 : 400);
    context.textAlign = 'left';
    context.fillText(shorten(context, optionName(bar), LABEL - 16), PADDING, middle);
    context.fillStyle = color('--track');
    context.fillRect(PADDING + LABEL, middle - 9, trackWidth, 18);
    context.fillStyle = color(`--hue-${bar.hue % HUES}`);
    context.fillRect(PADDING + LABEL, middle - 9, trackWidth * (bar.probability ?? 0), 18);
    context.fillStyle = color('--text');
    context.textAlign = 'right';
    context.fillText(formatProbability(bar.probability), WIDTH - PADDING, middle);
    y += ROW;
  }

  y += 12 + 8;
  context.textAlign = 'left';
  context.font = font(12, 400);
  context.fillStyle = color('--text-quiet');
  for (const line of foot) {
    context.fillText(line, PADDING, y);
    y += 17;
  }
  return canvas;
}

function shorten(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let short = text;
  while (short !== '' && context.measureText(`${short}…`).width > width) short = short.slice(0, -1);
  return `${short}…`;
}

function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
