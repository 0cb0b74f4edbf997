import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { clientsText as text } from '../../text/clients.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { useWhenWhole } from '../views/use-when-whole.ts'
import type { ClientExport } from './use-client-export.ts'

const FILED = ['client', 'projet', 'personnel', 'reference'] as const

/** Starts the export of a list of clients, once this device has received everything. */
export function ExportButton({ exporter, disabled }: { exporter: ClientExport; disabled: boolean }) {
  const whenWhole = useWhenWhole(FILED)
  return (
    <PlainButton
      label={text.export}
      icon={<IconDownload size={18} stroke={1.7} />}
      disabled={disabled || exporter.running}
      onClick={() => whenWhole(exporter.start)}
    />
  )
}

/** The progress of an export, and a button that cancels it: shown in place of the list's count. */
export function ExportProgress({ exporter, count }: { exporter: ClientExport; count: number }) {
  return (
    <>
      {exporter.written === 0
        ? text.exporting(formatCount(count))
        : text.writing(formatCount(exporter.written), formatCount(count))}
      <Button variant="subtle" size="compact-sm" onClick={exporter.cancel}>
        {text.exportCancel}
      </Button>
    </>
  )
}
