import { useComputedColorScheme } from '@mantine/core'

/** Whether the page is dark: by the person's choice or, before they choose, by the system's. */
export const useIsDark = (): boolean => useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
