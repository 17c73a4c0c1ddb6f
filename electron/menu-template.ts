import type { MenuItemConstructorOptions } from 'electron';
import type { ActionDescription, ActionGroup } from '../workbench/actions.ts';
import { accelerator } from './accelerator.ts';

export interface MenuOptions {
  actions: readonly ActionDescription[];
  platform: NodeJS.Platform;
  appName: string;
  /** Whether the developer's entries (reload, developer tools) are shown. */
  developer: boolean;
  onAction: (id: string) => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/**
 * The native menu: every action of the list once, in the menu of its group, and the platform's own entries as roles.
 * Keys of our actions are shown and not registered: the page handles them, as it does in a browser, and what it handles
 * never reaches the menu.
 */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { platform, appName, developer } = options;
  const mac = platform === 'darwin';
  const inGroup = (group: ActionGroup, keep: (id: string) => boolean = () => true): MenuItemConstructorOptions[] =>
    options.actions
      .filter((action) => action.group === group && keep(action.id))
      .map((action) => item(action, options));
  const isUndo = (id: string): boolean => id === 'edit.undo' || id === 'edit.redo';

  const appMenu: MenuItemConstructorOptions = {
    label: appName,
    submenu: [
      { role: 'about' },
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
  return [
    ...(mac ? [appMenu] : []),
    { label: 'File', submenu: [...inGroup('File'), separator, { role: mac ? 'close' : 'quit' }] },
    {
      label: 'Edit',
      submenu: [
        ...inGroup('Edit', isUndo),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        ...inGroup('Edit', (id) => !isUndo(id)),
      ],
    },
    {
      label: 'View',
      submenu: [
        ...inGroup('View'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(developer ? ([separator, { role: 'forceReload' }, { role: 'toggleDevTools' }] as const) : []),
      ],
    },
    { label: 'Decision', submenu: inGroup('Decision') },
    { label: 'Samples', submenu: inGroup('Samples') },
    { label: 'Evaluation', submenu: inGroup('Evaluation') },
    { label: 'Model', submenu: inGroup('Model') },
    { label: 'Deployment', submenu: inGroup('Deployment') },
    ...(mac ? [{ role: 'windowMenu' } as const] : []),
    {
      role: 'help',
      label: 'Help',
      submenu: [...inGroup('Help'), ...(mac ? [] : [separator, { role: 'about' } as const])],
    },
  ];
}

function item(action: ActionDescription, options: MenuOptions): MenuItemConstructorOptions {
  const keys = action.shortcut === undefined ? null : accelerator(action.shortcut);
  return {
    id: action.id,
    label: action.label,
    click: () => options.onAction(action.id),
    ...(keys === null ? {} : { accelerator: keys, registerAccelerator: false }),
  };
}
