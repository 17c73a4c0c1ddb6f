import type { EngineState } from '../../workbench/contract/models.ts';
import { useActionStore } from '../app/actions/use-actions.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import classes from './engine-report.module.css';

/** What the engine really uses, which may be less than what was asked for. */
export function EngineReport({ engine }: { engine: EngineState | undefined }) {
  const actions = useActionStore();
  if (engine?.status === 'failed') {
    return (
      <FaultCard fault={engine.fault}>
        <FaultButton onClick={() => actions.run('model.add')}>Add another file</FaultButton>
      </FaultCard>
    );
  }
  if (engine?.status !== 'ready') return null;
  const { report } = engine;
  const rows: [string, string][] = [
    ['Device', `${report.device} (${report.backend.toUpperCase()})`],
    ['Layers on the GPU', `${report.gpuLayersOffloaded} of ${report.layersTotal}`],
    ['Threads', String(report.threads)],
    ['Context', `${report.contextTokens} tokens`],
    ['Flash attention', report.flashAttention ? 'on (fast)' : 'off (reproducible)'],
    ['Loading took', `${engine.load_seconds.toFixed(1)} s`],
    ['Engine', report.engineVersion],
  ];
  return (
    <section className={classes.card} aria-labelledby="report-title">
      <h2 id="report-title" className={classes.title}>
        In use now
      </h2>
      <dl className={classes.rows}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
