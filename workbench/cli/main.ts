#!/usr/bin/env node
import { dirname } from 'node:path';
import { processTerminal } from './process-terminal.ts';
import { runCli } from './run-cli.ts';

// Built, this file is dist/cli/main.js, and the other parts lie beside its folder.
process.exitCode = await runCli(process.argv.slice(2), processTerminal(dirname(import.meta.dirname)));
