import type { AnyRouter } from '@tanstack/react-router'
import { topLayer } from './layers.ts'
import { takenBack } from './use-leave.ts'

/**
 * « Précédent » closes the top layer before it leads to another page. Called once, when the app starts: before any form asks, and before a layer can open.
 */
export function watchBack(router: AnyRouter): void {
  router.history.block({
    blockerFn: ({ action }: { action: string }) => {
      const close = action === 'BACK' ? topLayer() : undefined
      // What closes may write the address, of the page that is shown.
      if (close) void takenBack(router).then(close)
      return close !== undefined
    },
    enableBeforeUnload: false,
  })
}
