import { useMediaQuery } from '@mantine/hooks'

/** From this width up the layout is the desktop's (drawer beside the content, modals instead of sheets). */
export const DESKTOP = '(min-width: 62em)'

/** True on the desktop layout. */
export const useDesktop = (): boolean => useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false }) ?? false
