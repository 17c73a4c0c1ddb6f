import type { Rectangle } from 'electron';
import { z } from 'zod';

/** Below this the three columns of the first screen no longer fit. */
export const minimumSize = { width: 900, height: 600 } as const;
const defaultSize = { width: 1280, height: 840 } as const;

/** So much of a window must be on a screen that a person can take hold of its title bar. */
const visibleEnough = { width: 200, height: 80 } as const;

const storedPlacementSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});

/** Where a window stands, in device-independent pixels. */
export type WindowPlacement = z.infer<typeof storedPlacementSchema>;

/**
 * Where the window opens: as it stood, moved and shrunk onto a screen that is there now; in the middle of the first
 * screen when nothing usable is stored or that screen is gone.
 *
 * @param stored what the file held; anything
 * @param workAreas of the screens that are there, the primary first; at least one
 */
export function placeWindow(stored: unknown, workAreas: readonly Rectangle[]): WindowPlacement {
  const [primary] = workAreas;
  if (primary === undefined) throw new Error('There is no screen to open a window on.');
  const parsed = storedPlacementSchema.safeParse(stored);
  if (!parsed.success) return { ...centred(defaultSize, primary), maximized: false };
  const placement = parsed.data;
  const [home] = workAreas
    .map((area) => ({ area, shared: overlap(placement, area) }))
    .filter(({ shared }) => shared.width >= visibleEnough.width && shared.height >= visibleEnough.height)
    .sort((a, b) => b.shared.width * b.shared.height - a.shared.width * a.shared.height);
  if (home === undefined) return { ...centred(placement, primary), maximized: placement.maximized };
  const size = fitting(placement, home.area);
  return {
    ...size,
    x: between(placement.x, home.area.x, home.area.x + home.area.width - size.width),
    y: between(placement.y, home.area.y, home.area.y + home.area.height - size.height),
    maximized: placement.maximized,
  };
}

interface Size {
  width: number;
  height: number;
}

function fitting(size: Size, area: Rectangle): Size {
  return {
    width: Math.min(Math.max(size.width, minimumSize.width), area.width),
    height: Math.min(Math.max(size.height, minimumSize.height), area.height),
  };
}

function centred(wanted: Size, area: Rectangle): Rectangle {
  const { width, height } = fitting(wanted, area);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

function overlap(a: Rectangle, b: Rectangle): Size {
  return {
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)),
  };
}

function between(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
