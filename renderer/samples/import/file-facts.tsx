import { NativeSelect, Text } from '@mantine/core';
import type { ImportChoices } from '../../../workbench/samples/importing/import-choices.ts';
import { separators } from '../../../workbench/samples/reading/separators.ts';
import { textEncodings } from '../../../workbench/samples/reading/text-encodings.ts';
import { formatBytes } from '../../app/format-bytes.ts';
import classes from './file-facts.module.css';
import { encodingWords, separatorWords } from './file-words.ts';
import type { ImportAnswer } from './import-state.ts';

interface Props {
  answer: ImportAnswer;
  onChoose: (patch: Partial<ImportChoices>) => void;
}

/** How the file is built and what its rows are taken for, with the reasons; each can be chosen otherwise. */
export function FileFacts({ answer: { report, formats }, onChoose }: Props) {
  const { file, format } = report;
  const known = formats.some(({ name }) => name === format.name) ? formats : [...formats, format];
  return (
    <section className={classes.facts} aria-labelledby="import-file-title">
      <h2 id="import-file-title" className={classes.title}>
        {file.name}
      </h2>
      <Text size="xs" c="dimmed">
        {file.syntax}, {formatBytes(file.bytes)}: {file.why}
      </Text>
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label="Format"
          description={format.why}
          value={format.name}
          onChange={(event) => {
            const chosen = known.find(({ name }) => name === event.currentTarget.value);
            if (chosen !== undefined) onChoose({ format: chosen.name });
          }}
          data={known.map(({ name, title }) => ({ value: name, label: title }))}
        />
        {file.encoding !== null && (
          <NativeSelect
            size="xs"
            label="Encoding"
            description={file.encoding.certain ? file.encoding.why : `${file.encoding.why} (a guess)`}
            value={file.encoding.encoding}
            onChange={(event) =>
              onChoose({ encoding: textEncodings.find((one) => one === event.currentTarget.value) ?? null })
            }
            data={textEncodings.map((value) => ({ value, label: encodingWords[value] }))}
          />
        )}
        {file.separator !== null && (
          <NativeSelect
            size="xs"
            label="Separator"
            description={file.separator.why}
            value={file.separator.separator}
            onChange={(event) =>
              onChoose({ separator: separators.find((one) => one === event.currentTarget.value) ?? null })
            }
            data={separators.map((value) => ({ value, label: separatorWords[value] }))}
          />
        )}
        {file.sheets.length > 0 && (
          <NativeSelect
            size="xs"
            label="Sheet"
            description={`${file.sheets.length} in the file; cached values are read, formulas never run`}
            value={file.sheet ?? ''}
            onChange={(event) => onChoose({ sheet: event.currentTarget.value })}
            data={file.sheets.map(({ name }) => ({ value: name, label: name }))}
          />
        )}
      </div>
    </section>
  );
}
