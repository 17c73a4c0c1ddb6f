import { Menu } from '@mantine/core';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { notifyError } from '../../app/notify.tsx';
import { type ExportFormat, exportSet, exportWords } from './export-set.ts';

const formats: ExportFormat[] = ['csv', 'json', 'jsonl', 'parquet', 'jevl'];

/** The formats a set can be written in, as items of a menu. */
export function ExportMenuItems({ summary }: { summary: SampleSetSummary }) {
  const { client } = useWorkbench();
  return (
    <>
      <Menu.Label>Export as</Menu.Label>
      {formats.map((format) => (
        <Menu.Item key={format} onClick={() => void exportSet(client, summary, format).catch(notifyError)}>
          {exportWords[format].name}, {exportWords[format].about}
        </Menu.Item>
      ))}
    </>
  );
}
