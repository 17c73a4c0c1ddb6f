import { appProcedures } from './app-procedures.ts';
import { configurationProcedures } from './configuration-procedures.ts';
import { decisionProcedures } from './decision-procedures.ts';
import { deploymentProcedures } from './deployment-procedures.ts';
import { endpointProcedures } from './endpoint-procedures.ts';
import { engineProcedures } from './engine-procedures.ts';
import { hubProcedures } from './hub-procedures.ts';
import { createImplementer } from './implementer.ts';
import { jobProcedures } from './job-procedures.ts';
import { modelProcedures } from './model-procedures.ts';
import { runProcedures } from './run-procedures.ts';
import { sampleProcedures } from './sample-procedures.ts';
import { scoringProcedures } from './scoring-procedures.ts';
import type { Services } from './services.ts';
import { settingsProcedures } from './settings-procedures.ts';
import { sharingProcedures } from './sharing-procedures.ts';

/** The whole contract, implemented; a procedure that is missing does not compile. */
export function createRouter(services: Services) {
  const os = createImplementer(services.log);
  return os.router({
    app: appProcedures(os.app, services),
    settings: settingsProcedures(os.settings, services),
    decisions: decisionProcedures(os.decisions, services),
    scoring: scoringProcedures(os.scoring, services),
    models: modelProcedures(os.models, services),
    hub: hubProcedures(os.hub, services),
    engine: engineProcedures(os.engine, services),
    jobs: jobProcedures(os.jobs, services),
    samples: sampleProcedures(os.samples, services),
    runs: runProcedures(os.runs, services),
    sharing: sharingProcedures(os.sharing, services),
    configurations: configurationProcedures(os.configurations, services),
    deployments: deploymentProcedures(os.deployments, services),
    endpoints: endpointProcedures(os.endpoints, services),
  });
}
