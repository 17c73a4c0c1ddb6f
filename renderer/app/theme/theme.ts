import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** A quiet blue: the one accent; colour for meaning belongs to the bars. */
const ink: MantineColorsTuple = [
  '#eef3fb',
  '#dbe5f4',
  '#b5c9e8',
  '#8dacdc',
  '#6b93d1',
  '#4f7ec6',
  '#3a6ab5',
  '#2c579b',
  '#234a87',
  '#163a70',
];

/** Greys of the dark scheme with a little blue, as the surfaces of `tokens.css` have it. */
const dark: MantineColorsTuple = [
  '#e4e8ee',
  '#b8c1cd',
  '#8c97a5',
  '#6b7685',
  '#3d4652',
  '#2c333d',
  '#1f242c',
  '#1a1e24',
  '#14171c',
  '#0f1216',
];

/** Reds whose filled shades carry white words in both schemes. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#cf2e2e',
  '#b42323',
  '#9c1c1c',
  '#841616',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { ink, dark, red },
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  focusRing: 'auto',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.125rem' }, h2: { fontSize: '0.875rem' } } },
  components: {
    // The placeholder is a child that the role menu does not allow.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, overlayProps: { backgroundOpacity: 0.4 } },
      styles: { title: { fontWeight: 600 } },
    },
    // Only its transition centres it, and there is none where less motion is asked for.
    Button: { styles: { loader: { transform: 'translate(-50%, -50%)' } } },
    // Its own grey is too faint below a title.
    Notification: { styles: { description: { color: 'var(--text)' } } },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, overlayProps: { backgroundOpacity: 0.2 } },
      styles: { title: { fontWeight: 600 } },
    },
  },
});

/** Mantine's own surfaces follow the tokens of `tokens.css`, which know light, dark and high contrast. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-quiet)',
    '--mantine-color-placeholder': 'var(--text-placeholder)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border-control)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-ink-light-color': 'var(--accent)',
    '--mantine-color-red-light-color': 'var(--danger)',
  };
  return { variables: {}, light: shared, dark: shared };
};
