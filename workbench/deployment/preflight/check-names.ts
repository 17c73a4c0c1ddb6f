import type { Finding } from '../plan/plan.ts';
import type { Resource } from '../plan/resource.ts';
import { lookAtEndpoint } from '../resources/endpoint.ts';
import { lookAtEndpointConfig } from '../resources/endpoint-config.ts';
import { lookAtModel } from '../resources/model.ts';
import type { Seen } from '../resources/seen.ts';
import { isOurs, whose } from '../steps/prove-ours.ts';
import { finding, type Look } from '../steps/sitting.ts';

/** The names of model, endpoint configuration and endpoint are free, or taken by what this deployment made. */
export async function checkNames(look: Look): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const resource of look.plan.resources) {
    const seen = await lookAt(look, resource);
    if (seen === null || isOurs(resource, look.plan.deployment_id, seen.tags)) continue;
    findings.push(
      finding(
        'refusal',
        resource.key,
        `There is a ${resource.kind.replaceAll('-', ' ')} ${resource.name} already, and ${whose(seen.tags)}.`,
        'Choose another name for the endpoint. What has the name now is left alone.',
      ),
    );
  }
  return findings;
}

function lookAt({ aws, signal }: Look, { kind, name }: Resource): Promise<Seen | null> {
  if (kind === 'model') return lookAtModel(aws, name, null, signal);
  if (kind === 'endpoint-config') return lookAtEndpointConfig(aws, name, null, signal);
  return kind === 'endpoint' ? lookAtEndpoint(aws, name, signal) : Promise.resolve(null);
}
