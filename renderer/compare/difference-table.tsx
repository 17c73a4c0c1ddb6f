import { Table } from '@mantine/core';
import type { Run } from '../../workbench/contract/runs.ts';
import { placeRemarks, runTimeDifference, whereScored } from '../../workbench/reports/where-scored.ts';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';
import type { AlignedRun } from './align-runs.ts';
import classes from './compare-screen.module.css';
import { listDifferences } from './list-differences.ts';

interface Props {
  baseline: AlignedRun;
  candidates: readonly AlignedRun[];
  set: SampleSet;
}

/** In what the configurations differ: a difference in accuracy comes from one of these. */
export function DifferenceTable({ baseline, candidates, set }: Props) {
  return (
    <section className={classes.card} aria-labelledby="differences-title">
      <h2 id="differences-title" className={classes.title}>
        What differs from the baseline
      </h2>
      {candidates.map(({ summary }) => {
        const differences = listDifferences(baseline.summary.run, summary.run, set);
        const remarks = remarksOf(baseline.summary.run, summary.run);
        return (
          <div key={summary.run.id}>
            <h3 className={classes.subtitle}>{summary.run.configuration.name}</h3>
            {remarks.map((remark) => (
              <p key={remark} className={classes.sentence}>
                {remark}
              </p>
            ))}
            {differences.length === 0 ? (
              <p className={classes.sentence}>
                Nothing: two runs of one configuration. On one machine they are identical.
              </p>
            ) : (
              <Table
                verticalSpacing={2}
                horizontalSpacing="xs"
                fz="xs"
                aria-label={`Differences of ${summary.run.configuration.name}`}
              >
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">Setting</Table.Th>
                    <Table.Th scope="col">Baseline</Table.Th>
                    <Table.Th scope="col">Here</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {differences.map(({ what, baseline: before, candidate }) => (
                    <Table.Tr key={what}>
                      <Table.Th scope="row" fw={500}>
                        {what}
                      </Table.Th>
                      <Table.Td className={classes.words}>{before}</Table.Td>
                      <Table.Td className={classes.words}>{candidate}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** What of the differences in answers and in time comes from where they were scored. */
function remarksOf(baseline: Run, candidate: Run): string[] {
  const [before, after] = [whereScored(baseline), whereScored(candidate)];
  const { name } = candidate.configuration;
  const line = runTimeDifference(before, after, [baseline.configuration.name, name]);
  return [...(line === null ? [] : [line]), ...placeRemarks(name, after)];
}
