import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isDate, today } from '../../../schemas/dates.ts'
import { AppError } from '../../../schemas/errors.ts'
import { hasAgenda } from '../../../schemas/roles.ts'
import { type AgendaViewName, agendaViewOf } from '../../../schemas/rules/calendar.ts'
import { useSession } from '../../data/session/session.tsx'
import { notices } from '../../ui/notices/notices.tsx'
import { PHONE } from './calendar/phone.ts'

/** The content of the agenda's address: `?vue=timeGridWeek&date=2026-11-20&personnes=…,…&rdv=…`. */
export interface AgendaAddress {
  view: AgendaViewName
  date: string
  /** The appointment that the panel shows. */
  rdv: string | null
  /** Whose appointments; null: nobody was chosen, the view decides. */
  people: string[] | null
}

/** Why the address names no view (CAL-01); null when it names one, or none. */
export function wrongView(vue: unknown): string | null {
  if (vue === undefined || vue === '') return null
  try {
    agendaViewOf(String(vue))
    return null
  } catch (error) {
    return error instanceof AppError ? error.message : null
  }
}

interface Given {
  phone: boolean
  /** Whoever has no agenda of their own opens on the columns of the team. */
  team: boolean
  today: string
}

/** Reads an address; without a view a phone opens on the day, a larger screen on the week (CAL-02). Invalid values count as absent; a wrong view is also told. */
export function readAddress(search: Record<string, unknown>, given: Given): AgendaAddress {
  const { vue, date, rdv, personnes } = search
  const named = vue === undefined || vue === '' || wrongView(vue) !== null ? null : agendaViewOf(String(vue))
  const people = typeof personnes === 'string' ? personnes.split(',').filter(Boolean) : []
  return {
    view: named ?? (given.team ? 'category' : given.phone ? 'timeGridDay' : 'timeGridWeek'),
    date: typeof date === 'string' && isDate(date) ? date : given.today,
    rdv: rdv === undefined || rdv === '' ? null : String(rdv),
    people: people.length > 0 ? people : null,
  }
}

/** The address, and how to change it. Another date or view replaces it; opening an appointment adds a step, which « retour » undoes. */
export function useAgendaAddress(timeZone: string) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const given = { phone, team: !hasAgenda(useSession().account.roles), today: today(timeZone) }
  const address = readAddress(search, given)
  const go = (change: Partial<AgendaAddress>, options: { replace: boolean } = { replace: true }) => {
    void navigate({
      to: '.',
      replace: options.replace,
      search: ((before: Record<string, unknown>) => {
        const next = { ...readAddress(before, given), ...change }
        return {
          vue: next.view,
          date: next.date,
          ...(next.people ? { personnes: next.people.join(',') } : {}),
          ...(next.rdv ? { rdv: next.rdv } : {}),
        }
      }) as never,
    })
  }
  // Told once: the address then takes the view that is shown.
  const wrong = wrongView(search.vue)
  const correct = useEffectEvent(() => go({}))
  useEffect(() => {
    if (wrong === null) return
    notices.error(wrong)
    correct()
  }, [wrong])
  return { ...address, phone, go }
}
