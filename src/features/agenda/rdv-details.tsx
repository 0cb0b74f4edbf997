import { useEffect, useRef } from 'react'
import { agendaText as text } from '../../text/agenda.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import classes from './agenda-screen.module.css'
import { RdvPanel, type RdvPanelProps } from './rdv-panel.tsx'

interface RdvDetailsProps extends Omit<RdvPanelProps, 'id' | 'onClose'> {
  /** null when none is open. */
  id: string | null
  onClose: () => void
}

/** The opened appointment: beside the hours on a wide screen, over them on a phone. Loaded later: opening the agenda does not need it. */
export function RdvDetails({ id, onClose, ...panel }: RdvDetailsProps) {
  const desktop = useDesktop()
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id && desktop) aside.current?.focus()
  }, [id, desktop])
  if (!desktop) {
    return (
      <Sheet opened={id !== null} onClose={onClose} title={text.panel}>
        {id ? <RdvPanel id={id} {...panel} /> : null}
      </Sheet>
    )
  }
  return id ? (
    <aside
      ref={aside}
      className={classes.panel}
      aria-label={text.panel}
      tabIndex={-1}
      onKeyDown={(key) => key.key === 'Escape' && onClose()}
    >
      <RdvPanel id={id} {...panel} onClose={onClose} />
    </aside>
  ) : null
}
