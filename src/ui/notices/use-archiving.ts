import { DOUBLE_PRESS_MS, useBusy } from './use-busy.ts'

/**
 * « Archiver » and « Rétablir » in a list: the row goes, and the next one comes under the finger, which a double press must not move too. Each rests by itself.
 * @returns runs `act`; the answer is that of `useBusy`
 */
export function useArchiving(): (archives: boolean, act: () => Promise<unknown>) => Promise<boolean> {
  const archiving = useBusy({ restMs: DOUBLE_PRESS_MS })
  const restoring = useBusy({ restMs: DOUBLE_PRESS_MS })
  return (archives, act) => (archives ? archiving : restoring).whileBusy(act)
}
