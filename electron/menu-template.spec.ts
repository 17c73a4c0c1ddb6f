import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { actions } from '../workbench/actions.ts';
import { menuTemplate } from './menu-template.ts';

const platforms = ['linux', 'darwin', 'win32'] as const;

function flatten(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
}

function template(platform: NodeJS.Platform, onAction = vi.fn(), developer = false): MenuItemConstructorOptions[] {
  return menuTemplate({ actions, platform, appName: 'Decision Workbench', developer, onAction });
}

describe.each(platforms)('the menu on %s', (platform) => {
  it('has every action exactly once, under its label and in the menu of its group', () => {
    const menu = template(platform);
    for (const action of actions) {
      const groups = menu.filter(
        (top) => Array.isArray(top.submenu) && top.submenu.some((item) => item.id === action.id),
      );
      expect(
        groups.map((top) => top.label),
        action.id,
      ).toEqual([action.group]);
      expect(
        flatten(menu)
          .filter((item) => item.id === action.id)
          .map((item) => item.label),
      ).toEqual([action.label]);
    }
  });

  it('tells which action was chosen', () => {
    const onAction = vi.fn();
    for (const item of flatten(template(platform, onAction))) {
      if (item.id === undefined) continue;
      onAction.mockClear();
      Reflect.apply(item.click ?? (() => undefined), item, []);
      expect(onAction.mock.calls).toEqual([[item.id]]);
    }
  });

  it('shows the keys of actions and leaves them to the page', () => {
    const shown = flatten(template(platform)).filter((item) => item.accelerator !== undefined);
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.every((item) => item.registerAccelerator === false)).toBe(true);
    expect(new Set(shown.map((item) => item.accelerator)).size).toBe(shown.length);
  });

  it('has the platform’s own entries', () => {
    const roles = flatten(template(platform)).flatMap((item) => item.role ?? []);
    for (const role of ['cut', 'copy', 'paste', 'selectAll', 'quit', 'about', 'togglefullscreen'] as const) {
      expect(
        roles.filter((one) => one === role),
        role,
      ).toHaveLength(1);
    }
    expect(roles.includes('services')).toBe(platform === 'darwin');
    // Undo belongs to the decision and not to the text field alone.
    expect(roles).not.toContain('undo');
  });

  it('shows the developer’s entries only to developers', () => {
    const roles = (developer: boolean) => flatten(template(platform, vi.fn(), developer)).map((item) => item.role);
    expect(roles(false)).not.toContain('toggleDevTools');
    expect(roles(true)).toContain('toggleDevTools');
  });
});

it('leaves the keys that macOS gives a meaning of its own to macOS', () => {
  // hide, minimise, quit, close
  const taken = ['H', 'M', 'Q', 'W'].map((key) => `CommandOrControl+${key}`);
  const ours = flatten(template('darwin')).flatMap(({ accelerator }) => accelerator ?? []);
  expect(ours).toContain('CommandOrControl+Shift+H');
  expect(ours.filter((keys) => taken.includes(keys))).toEqual([]);
});
