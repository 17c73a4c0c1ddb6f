import type {
  AwsIdentity,
  AwsPlace,
  Deployment,
  DeploymentDefaults,
  DeploymentLogLine,
  PlanAnswer,
  PlanRequest,
  Removal,
  UndoRequest,
} from '../contract/deployments.ts';
import type { Finding } from './plan/plan.ts';

export type DeploymentEvent =
  | { what: 'deployment'; deployment: Deployment }
  | { what: 'removed'; id: string }
  | { what: 'log'; id: string; lines: DeploymentLogLine[] };

/** Everything that the interface can ask about deployments; `deployments.*` of the contract says what each does. */
export interface Deployments {
  defaults(): Promise<DeploymentDefaults>;
  /** @throws Fault SIGNED_OUT with the command that signs in; CLOUD_FAILED */
  identity(place: AwsPlace, signal?: AbortSignal): Promise<AwsIdentity>;
  plan(request: PlanRequest, signal?: AbortSignal): Promise<PlanAnswer>;
  preflight(planSha256: string, signal?: AbortSignal): Promise<Finding[]>;
  /** @throws Fault CONFLICT when no such plan was made; INVALID_REQUEST when it has a refusal */
  start(planSha256: string): Promise<Deployment>;
  list(): Promise<Deployment[]>;
  get(id: string): Promise<Deployment>;
  log(id: string, from: number, limit: number): Promise<{ total: number; lines: DeploymentLogLine[] }>;
  resume(id: string): Promise<Deployment>;
  cancel(id: string): Promise<Deployment>;
  removals(request: UndoRequest): Promise<Removal[]>;
  undo(request: UndoRequest): Promise<Deployment>;
  /**
   * Moves the endpoint back to an endpoint configuration of the same deployment, and waits until it is there.
   * @param request config: null for one that a kill has interrupted alone
   * @throws Fault CONFLICT, NOT_FOUND, and why it could not go back
   */
  rollBack(request: { id: string; config: string | null }): Promise<Deployment>;
  forget(id: string): Promise<void>;
  onChange(listener: (event: DeploymentEvent) => void): () => void;
  /** Stops what runs at the next safe moment and waits for the journal. */
  close(): Promise<void>;
}
