import { useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSettings } from '../connection/use-workbench.tsx';

/** Applies the workspace's colour scheme and contrast; a system that asks for more contrast gets it too. */
export function useAppearance(): void {
  const settings = useSettings();
  const { setColorScheme } = useMantineColorScheme();
  const systemWantsContrast = useMediaQuery('(prefers-contrast: more)') ?? false;
  const scheme = settings?.color_scheme;
  const contrast = settings?.contrast;

  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme === 'system' ? 'auto' : scheme);
  }, [scheme, setColorScheme]);

  useEffect(() => {
    const high = contrast === 'high' || systemWantsContrast;
    document.documentElement.dataset.contrast = high ? 'high' : 'standard';
  }, [contrast, systemWantsContrast]);
}
