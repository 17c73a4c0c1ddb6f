#!/usr/bin/env node
import { runContainer } from './run-container.ts';

// The platform starts it with the argument `serve`, which says nothing.
process.exitCode = await runContainer(process.env, (line) => process.stdout.write(line));
