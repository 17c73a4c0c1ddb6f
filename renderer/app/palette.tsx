import { Kbd } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type ActionDescription, type ActionGroup, actions } from '../../workbench/actions.ts';
import { shortcutKeys } from './actions/format-shortcut.ts';
import { onMac, useActionStore, useActionVersion } from './actions/use-actions.tsx';
import classes from './palette.module.css';

const [paletteStore, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}

const groups: ActionGroup[] = [
  'Decision',
  'Samples',
  'Evaluation',
  'File',
  'Edit',
  'Model',
  'Deployment',
  'View',
  'Help',
];

/** Every action, found by its name or other words for it; what cannot be done now says why. */
export function Palette() {
  const store = useActionStore();
  useActionVersion();
  const described: readonly ActionDescription[] = actions;
  const data: SpotlightActionGroupData[] = groups.map((group) => ({
    group,
    actions: actions.flatMap((action, at) => {
      const handler = store.get(action.id);
      if (action.group !== group || action.id === 'help.palette' || handler === undefined) return [];
      const shortcut = described[at]?.shortcut;
      return [
        {
          id: action.id,
          label: action.label,
          description: handler.unavailable,
          keywords: [...action.keywords],
          disabled: handler.unavailable !== undefined,
          className: handler.unavailable === undefined ? undefined : classes.unavailable,
          onClick: () => store.run(action.id),
          rightSection: shortcut === undefined ? null : <Kbd size="xs">{shortcutKeys(shortcut, onMac).join(' ')}</Kbd>,
        },
      ];
    }),
  }));
  return (
    <Spotlight
      store={paletteStore}
      actions={data}
      shortcut={null}
      nothingFound="No action is called that."
      highlightQuery
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Actions' } }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'What do you want to do?',
        'aria-label': 'Search actions',
      }}
    />
  );
}
