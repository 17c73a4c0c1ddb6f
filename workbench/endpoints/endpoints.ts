import type { z } from 'zod';
import type { ComparisonWithLocal, Removal } from '../contract/deployments.ts';
import type {
  compareEndpointSchema,
  Endpoint,
  EndpointList,
  EndpointRef,
  InvokeAnswer,
  invokeRequestSchema,
  listEndpointsSchema,
  RemovalAnswer,
  removeEndpointSchema,
  removeEverythingSchema,
  snippetsRequestSchema,
} from '../contract/endpoints.ts';
import type { Snippet } from '../deployment/snippets/snippet.ts';

/** Everything that the interface can ask about endpoints; `endpoints.*` of the contract says what each does. */
export interface Endpoints {
  list(request: z.infer<typeof listEndpointsSchema>, signal?: AbortSignal): Promise<EndpointList>;
  invoke(request: z.infer<typeof invokeRequestSchema>, signal?: AbortSignal): Promise<InvokeAnswer>;
  compare(request: z.infer<typeof compareEndpointSchema>, signal?: AbortSignal): Promise<ComparisonWithLocal>;
  snippets(request: z.infer<typeof snippetsRequestSchema>): Promise<Snippet[]>;
  rollBack(ref: EndpointRef, signal?: AbortSignal): Promise<Endpoint>;
  removals(request: z.infer<typeof removeEndpointSchema>, signal?: AbortSignal): Promise<Removal[]>;
  remove(request: z.infer<typeof removeEndpointSchema>, signal?: AbortSignal): Promise<RemovalAnswer>;
  removeEverything(request: z.infer<typeof removeEverythingSchema>, signal?: AbortSignal): Promise<RemovalAnswer>;
}
