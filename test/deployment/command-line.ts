import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../workbench/store/settings-store.ts';
import { CREDENTIALS, REGION } from '../stand-ins/aws/account.ts';
import { commandLineProgram } from '../stand-ins/run-program.ts';

export interface Ended {
  /** Exit code; null when a signal ended it. */
  code: number | null;
  out: string;
  err: string;
}

/** The built command line on a workspace of its own, at the stand-in, with its short pauses. */
export class CommandLine {
  readonly folder: string;
  /** All that was written so far, by all commands. */
  written = '';
  private readonly environment: Record<string, string>;

  constructor(folder: string, endpoints: string, environment: Record<string, string> = {}) {
    this.folder = folder;
    this.environment = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_SESSION_TOKEN: CREDENTIALS.sessionToken,
      AWS_REGION: REGION,
      DECISION_WORKBENCH_AWS_ENDPOINTS: endpoints,
      DECISION_WORKBENCH_AWS_PAUSE_MS: '10',
      DECISION_WORKBENCH_WORKSPACE: join(folder, 'workspace'),
      DECISION_WORKBENCH_MODELS: join(folder, 'models'),
      ...environment,
    };
  }

  /** Lets the engine use one thread: two machines' worth of work wait for each other on a small one. */
  useOneThread(): void {
    const workspace = join(this.folder, 'workspace');
    mkdirSync(workspace, { recursive: true });
    const engine = { ...defaultSettings.engine, gpuLayers: 0, threads: 1 };
    writeFileSync(join(workspace, 'settings.json'), JSON.stringify({ ...defaultSettings, engine }));
  }

  start(...args: string[]) {
    const child = spawn(process.execPath, [commandLineProgram, ...args], { cwd: this.folder, env: this.environment });
    const written = { out: '', err: '' };
    child.stdout.on('data', (data) => {
      written.out += data;
      this.written += data;
    });
    child.stderr.on('data', (data) => {
      written.err += data;
      this.written += data;
    });
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...written })));
    return { child, ended };
  }

  /** Runs a command to its end. @throws with what it wrote, when it does not end with `code` */
  async run(args: string[], code = 0): Promise<Ended> {
    const ended = await this.start(...args).ended;
    if (ended.code === code) return ended;
    throw new Error(`${args.join(' ')} ended with ${ended.code}:\n${ended.out}\n${ended.err}`);
  }

  /** The JSON that a command prints. */
  async json(...args: string[]): Promise<unknown> {
    return JSON.parse((await this.run([...args, '--json'])).out);
  }
}
