import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Names an icon of the narrow drawer: the only place that needs tooltips, hence a chunk of its own. */
export function NarrowTooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right" openDelay={200}>
      {children}
    </Tooltip>
  )
}
