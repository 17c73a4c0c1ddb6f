/**
 * @typedef {object} LayerRule
 * @property {string} name
 * @property {RegExp} from files that the rule is about
 * @property {RegExp} to what they may not import: files, `node:…` or `npm:…`
 * @property {RegExp} [except] what of that they may
 * @property {boolean} [valuesOnly] types may be imported: they are gone when the program runs
 * @property {boolean} [specsToo] the rule holds for specs as well
 */

/** What the interface may run: pure functions and schemas, which in turn run nothing but each other. */
const PURE = new RegExp(
  [
    '^workbench/(contract|decisions|statistics|deployment/plan)/',
    '^workbench/deployment/snippets/trust-sentences\\.ts$',
    // A saved configuration is known by its hash.
    '^workbench/reports/(?!apply-configuration)',
    '^workbench/(actions|models/(explain-quantization|variants/variants))\\.ts$',
    // What a sample is, and what is told of samples by looking at them.
    '^workbench/samples/(sample|sample-limits|sample-set|evidence|find-duplicates|find-misfits|letter-of)\\.ts$',
    '^workbench/samples/(importing/(label-readings|import-choices)|formats/sample-format)\\.ts$',
    '^workbench/samples/reading/(text-encodings|separators)\\.ts$',
    '^adapter/fault\\.ts$',
    // Hashes need Node's crypto, which the page has not.
    '^adapter/(json|decision)/(?!.*sha256)',
    '^adapter/configuration/(scoring-settings|configuration|settings-of-configuration)\\.ts$',
    '^adapter/(score/(result|calibrate)|readout/softmax)\\.ts$',
  ].join('|'),
);
const WINDOW = /^npm:(electron|react|react-dom|react-dropzone|@mantine|@tabler|@dnd-kit|@tanstack)(\/|$)/;

/** The arrows between the layers, as what may not be. @type {LayerRule[]} */
export const layerRules = [
  {
    name: 'the adapter knows nothing above it',
    from: /^adapter\//,
    to: /^(workbench|electron|renderer|test|scripts)\//,
    specsToo: true,
  },
  { name: 'the workbench knows no host', from: /^workbench\//, to: /^(electron|renderer)\//, specsToo: true },
  { name: 'no window below the hosts', from: /^(adapter|workbench)\//, to: WINDOW, specsToo: true },
  {
    name: 'the desktop host draws nothing and scores nothing',
    from: /^electron\//,
    to: /^renderer\/|^npm:(react|react-dom|@mantine|node-llama-cpp)(\/|$)/,
  },
  {
    name: 'the interface runs only the pure parts of the rest',
    from: /^renderer\//,
    to: /^(adapter|workbench|electron)\//,
    except: PURE,
    valuesOnly: true,
  },
  { name: 'the interface runs no Node', from: /^renderer\//, to: /^node:/, valuesOnly: true },
  { name: 'the interface runs no host', from: /^renderer\//, to: /^npm:(electron|node-llama-cpp)(\/|$)/ },
  {
    name: 'pure parts run only pure parts',
    from: PURE,
    to: /^(adapter|workbench|electron|renderer)\/|^node:/,
    except: PURE,
    valuesOnly: true,
  },
  {
    name: 'the engine has one owner',
    from: /^(adapter(?!\/(engine|gguf)\/)|workbench|electron|renderer)\//,
    to: /^npm:node-llama-cpp(\/|$)/,
    valuesOnly: true,
  },
  {
    name: 'the product knows no test',
    from: /^(adapter|workbench|electron|renderer)\//,
    to: /^(test|scripts)\/|\.spec\.tsx?$|^npm:(vitest|fast-check|playwright-core|@axe-core)(\/|$)/,
  },
];
