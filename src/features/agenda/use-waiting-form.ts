import { type RefObject, useEffect, useRef, useState } from 'react'
import { same } from '../../../schemas/merge.ts'
import { cachedRdv, cacheRdv, clearRdvCache, type RdvCache } from '../../domain/rdv/rdv-cache.ts'
import { agendaText as text } from '../../text/agenda.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'

/** How long the form that somebody left behind is offered again. */
const RESUME_MS = 10_000

const formOf = ({ current }: RdvCache): string =>
  current === null ? paths.resource.create('rdv') : paths.resource.edit('rdv', current)

/** An appointment that was only taken up in the agenda, to be moved, has nothing to lose. */
const hasMore = ({ current, values, base }: RdvCache): boolean =>
  current === null || Object.entries(values).some(([name, value]) => !same(value, base?.[name]))

export interface WaitingForm {
  waiting: RdvCache | null
  setWaiting: (cache: RdvCache | null) => void
  /** True once a slot was taken: the form opens again with it. */
  toForm: RefObject<boolean>
}

/**
 * The form that waits for a slot of the agenda (CAL-05). Whoever goes elsewhere chooses no slot any more: the next visit asks for none. What was typed is
 * offered again for some seconds; the way back to the form keeps it.
 */
export function useWaitingForm(): WaitingForm {
  const [waiting, setWaiting] = useState(cachedRdv)
  const toForm = useRef(false)
  const go = useGo()
  useEffect(
    () => () => {
      const left = cachedRdv()
      if (toForm.current || left === null || location.pathname === formOf(left)) return
      clearRdvCache()
      if (!hasMore(left)) return
      notices.action({
        message: left.values.RDV_OBJET ? text.pickLeft(left.values.RDV_OBJET) : text.pickLeftNew,
        label: text.pickResume,
        forMs: RESUME_MS,
        onAction: () => {
          cacheRdv(left.current, left.values, left.base)
          go(formOf(left))
        },
      })
    },
    [go],
  )
  return { waiting, setWaiting, toForm }
}
