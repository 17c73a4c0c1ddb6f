import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/theme/tokens.css';
import './app/theme/base.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ActionProvider } from './app/actions/use-actions.tsx';
import { connect } from './app/connection/connect.ts';
import { WorkbenchProvider } from './app/connection/use-workbench.tsx';
import { Shell } from './app/shell.tsx';
import { cssVariables, theme } from './app/theme/theme.ts';

// The host fills the placeholder in for each response; style elements made at run time carry it.
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
setNonce(nonce);

// The workbench is on this machine: no call waits for a network, and what failed says so at once.
const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: false },
  },
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');

const client = await connect(window);
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>
        <WorkbenchProvider client={client}>
          <ActionProvider>
            <Notifications position="bottom-right" containerWidth={380} limit={4} />
            <Shell />
          </ActionProvider>
        </WorkbenchProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
