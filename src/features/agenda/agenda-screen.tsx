import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { addMinutes, minutesBetween, wallClock } from '../../../schemas/dates.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { Snapshot } from '../../../sync/outbox/snapshot.ts'
import { entityValues } from '../../../sync/store/local-record.ts'
import { useEarlyRows } from '../../data/database/early-rows-context.ts'
import { tellDrawn } from '../../data/database/stored-first.ts'
import { useFirstPicture } from '../../data/first-picture/use-first-picture.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { ownVisit } from '../../domain/rdv/plan-rdv.ts'
import { cachedRdv, cacheRdv, clearRdvCache, type RdvCache } from '../../domain/rdv/rdv-cache.ts'
import { useTakenQuestion } from '../../domain/rdv/taken-question.tsx'
import { TakenWarning } from '../../domain/rdv/taken-warning.tsx'
import { useTellClient } from '../../domain/rdv/use-tell-client.ts'
import { agendaText as text } from '../../text/agenda.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { useLater } from '../../ui/hooks/use-later.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import classes from './agenda-screen.module.css'
import { AgendaCalendar, loadedRange } from './calendar/agenda-calendar.tsx'
import {
  type AgendaEvent,
  dayPart,
  type PersonShift,
  reassigned,
  type Slot,
  timePart,
} from './calendar/agenda-event.ts'
import { type WorksMove, type WorksStep, worksMove } from './intervention-events.ts'
import { tellingOf } from './tell-client.ts'
import { useAgendaAddress } from './use-agenda-address.ts'
import { useAgendaEvents } from './use-agenda-events.ts'
import { useAgendaPeople } from './use-agenda-people.ts'
import { useWaitingForm } from './use-waiting-form.ts'

const loadDetails = () => import('./rdv-details.tsx')
const RdvDetails = lazy(async () => ({ default: (await loadDetails()).RdvDetails }))
const loadMove = () => import('./move-dialog.tsx')
const MoveDialog = lazy(async () => ({ default: (await loadMove()).MoveDialog }))
const loadPeople = () => import('./people-sheet.tsx')
const PeopleSheet = lazy(async () => ({ default: (await loadPeople()).PeopleSheet }))
const loadSubscription = () => import('./subscription-sheet.tsx')
const SubscriptionSheet = lazy(async () => ({ default: (await loadSubscription()).SubscriptionSheet }))
const preload = (): void => {
  Promise.all([loadDetails(), loadMove(), loadPeople()]).catch(() => undefined)
}

const NO_EVENTS: AgendaEvent[] = []
/** How long a move can be taken back by its notice. */
const UNDO_MS = 10_000

interface Moved {
  slot: Slot
  /** As the calendar showed it. */
  shown: AgendaEvent | undefined
  people?: string[] | undefined
  works?: WorksStep | undefined
}

interface Told extends Moved {
  id: string
  works?: WorksMove | undefined
}

/** The snapshot that a move is relative to (OUT-11); none where the calendar did not know the VERSION. */
const shownRdv = ({ start, end, people, version }: AgendaEvent): Snapshot | undefined =>
  version === undefined ? undefined : { RDV_DEBUT: start, RDV_FIN: end, IDPERSONNELS: [...people], VERSION: version }

/** Shown while the form waits for a slot: names its appointment, and can cancel it. */
function PickBanner({ cache, onCancel }: { cache: RdvCache; onCancel: () => void }) {
  return (
    <div className={classes.pick} role="status">
      <span className={classes.pickWords}>
        {cache.values.RDV_OBJET ? text.pickSlot(cache.values.RDV_OBJET) : text.pickSlotNew}
      </span>
      <Button variant="subtle" size="compact-md" onClick={onCancel}>
        {text.pickCancel}
      </Button>
    </div>
  )
}

/** MGR-03, CAL, DAY-08: my agenda, from the local database. */
export function AgendaScreen() {
  const { account } = useSession()
  const timeZone = useZone()
  const { view, date, rdv: open, people: chosen, go } = useAgendaAddress(timeZone)
  const navigate = useNavigate()
  const commands = useCommands()
  const mayCreate = useMay()('create', 'rdv')
  const { waiting: cache, setWaiting: setCache, toForm } = useWaitingForm()
  const desktop = useDesktop()
  const range = useMemo(() => loadedRange(view, date), [view, date])
  const people = useAgendaPeople(chosen, view === 'category')
  const left = useLeft()
  const shownIds = useMemo(() => people.shown.map((person) => person.id), [people.shown])
  const { events: found, doubt } = useAgendaEvents(range, { shown: people.shown, me: account.id })
  const events = found ?? NO_EVENTS
  const isEarly = useEarlyRows() !== null
  useEffect(() => {
    // Nothing of what was read first is of these days: the local database is not to wait.
    if ((isEarly && events.length === 0) || found?.length === 0) tellDrawn()
  }, [isEarly, events, found])
  useFirstPicture(isEarly ? null : (found ?? null))
  const [moving, setMoving] = useState<AgendaEvent | null>(null)
  const opened = useLiveRecord('rdv', open)
  const event = events.find(({ id }) => id === open)

  const [met, setMet] = useState({ details: open !== null, move: false })
  const [sheet, setSheet] = useState<'people' | 'subscription' | null>(null)
  useLater(preload)
  useEffect(() => {
    if (open) setMet((before) => ({ ...before, details: true }))
  }, [open])

  const close = () => {
    go({ rdv: null })
    document.querySelector<HTMLElement>(`[data-event-id="${open}"]`)?.focus()
  }
  const { ask, question } = useTakenQuestion('move')
  /**
   * Gives the slot that was stored. Shows the reason of a failure, then rejects, so that the calendar puts the appointment back; it rejects too when nothing
   * is to be stored.
   */
  const save = async (id: string, { slot: wanted, shown, people, works }: Moved): Promise<Slot> => {
    const slot = await ask({ ...wanted, id: works?.id ?? id, people: people ?? shown?.people ?? [] })
    if (slot === null) throw new Error('Not moved')
    try {
      if (works) {
        const { patch, base } = works.to(slot)
        await commands.update('intervention', works.id, patch, { base })
      } else {
        const IDPERSONNELS = people ? { IDPERSONNELS: people } : {}
        await commands.update(
          'rdv',
          id,
          { RDV_DEBUT: slot.start, RDV_FIN: slot.end, ...IDPERSONNELS },
          { base: shown && shownRdv(shown) },
        )
      }
      return slot
    } catch (error) {
      notices.failure(error)
      throw error
    }
  }
  const { asks } = useTellClient()
  const shownNow = (id: string) => events.find((one) => one.id === id)
  /** Says what was moved, with a way back, and asks whether its client is to be told. */
  const told = (message: string, { id, slot, shown, works }: Told): void => {
    if (!shown) {
      notices.info(message)
      return
    }
    const { start, end, people } = shown
    const putBack = () =>
      save(id, { slot: { start, end }, shown: undefined, people: [...people], works: works?.back(slot) }).then(
        () => notices.info(text.putBack),
        () => undefined,
      )
    notices.action({
      message,
      label: text.undo,
      forMs: UNDO_MS,
      onAction: () => void putBack(),
      ask: asks(id, tellingOf(shown, slot, wallClock(new Date(), timeZone))),
    })
  }
  const move = async (id: string, slot: Slot, shift: PersonShift | null = null, shown = shownNow(id)) => {
    const to = shift && people.all.find((person) => person.id === shift.to)
    if (to && left.has(to.id)) {
      // The name says that the account is closed.
      notices.error(to.name)
      throw new Error('Not moved')
    }
    const works = shown && worksMove(shown, shift)
    const whose = shift ? reassigned(shown?.people ?? [], shift) : undefined
    const saved = await save(id, { slot, shown, people: whose, works })
    const [day, time] = [dayPart(saved.start), timePart(saved.start)]
    const said = works ? text.movedWorks(day, time) : text.moved(day, time)
    told(to ? text.reassigned(to.name, time) : said, { id, slot: saved, shown, works })
  }
  const resize = async (id: string, slot: Slot) => {
    const shown = shownNow(id)
    const works = shown && worksMove(shown, null)
    const saved = await save(id, { slot, shown, works })
    told(text.resized(timePart(saved.start), timePart(saved.end)), { id, slot: saved, shown, works })
  }
  /** A slot was chosen: for the appointment of a waiting form, else for a new one. */
  const create = (slot: Slot, person: string | null) => {
    // In a person's column or agenda, the appointment is for that person; nothing new is for somebody who has left.
    const [first, second] = shownIds
    const at = person ?? (second ? null : first)
    const whose = at && !left.has(at) ? [at] : ownVisit(account)
    const { current, values: waiting } = cache ?? { current: null, values: {} }
    const values = current
      ? waiting
      : { IDPERSONNELS: whose, ...waiting, ...(person === whose[0] ? { IDPERSONNELS: whose } : {}) }
    const length = values.RDV_DEBUT && values.RDV_FIN ? minutesBetween(values.RDV_DEBUT, values.RDV_FIN) : 0
    const end = current && length > 0 ? addMinutes(slot.start, length) : slot.end
    cacheRdv(current, { ...values, RDV_DEBUT: slot.start, RDV_FIN: end }, cache?.base)
    toForm.current = true
    void navigate({ to: current ? paths.resource.edit('rdv', current) : paths.resource.create('rdv') })
  }
  const openEvent = (id: string) => {
    const { works, href } = shownNow(id) ?? {}
    if (works) void navigate({ to: paths.resource.view('intervention', works.id) })
    else if (href) void navigate({ href })
    else go({ rdv: id }, { replace: open !== null })
  }
  const reschedule = () => {
    if (!opened) return
    const base = entityValues(entityOf('rdv'), opened)
    const { VERSION: _, ...values } = base
    cacheRdv(opened.IDRDV, values, base as Snapshot)
    setCache(cachedRdv())
    go({ rdv: null })
  }

  const details = met.details ? (
    <Suspense>
      <RdvDetails
        id={open}
        event={event}
        started={event ? event.start <= wallClock(new Date(), timeZone) : false}
        onMove={() => {
          setMet((before) => ({ ...before, move: true }))
          setMoving(event ?? null)
        }}
        onReschedule={reschedule}
        onClose={close}
      />
    </Suspense>
  ) : null
  return (
    <div className={classes.screen}>
      <div className={classes.heading}>
        <PageHeader title={text.title} />
      </div>
      {cache ? (
        <PickBanner
          cache={cache}
          onCancel={() => {
            clearRdvCache()
            setCache(null)
          }}
        />
      ) : null}
      {doubt ? (
        <p className={classes.doubt} role="status">
          {doubt}
        </p>
      ) : null}
      <AgendaCalendar
        events={events}
        view={view}
        date={date}
        picking={cache !== null}
        timeZone={timeZone}
        people={people.shown}
        readOnly={!mayCreate}
        {...(people.all.length > 1 ? { onChoosePeople: () => setSheet('people') } : {})}
        onSubscribe={() => setSheet('subscription')}
        onViewChange={(next, day) => go({ view: next, ...(day ? { date: day } : {}) })}
        onDateChange={(next) => go({ date: next })}
        onAbsence={() => void navigate({ to: paths.resource.create('absence', { jour: date }) })}
        onOpen={openEvent}
        onCreate={create}
        onMove={move}
        onResize={resize}
        onDrawn={tellDrawn}
        aside={desktop ? details : null}
      />
      {desktop ? null : details}
      {sheet === 'people' ? (
        <Suspense>
          <PeopleSheet people={people} onChange={(ids) => go({ people: ids })} onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      {sheet === 'subscription' ? (
        <Suspense>
          <SubscriptionSheet onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      {question}
      {met.move ? (
        <Suspense>
          <MoveDialog
            slot={moving}
            onClose={() => setMoving(null)}
            warning={(slot, onPick) =>
              moving ? (
                <TakenWarning planned={{ ...slot, id: moving.id, people: moving.people }} onPick={onPick} />
              ) : null
            }
            onSave={(slot) => {
              setMoving(null)
              // Relative to the record at the dialog's opening, which may be some time ago.
              if (moving) move(moving.id, slot, null, moving).catch(() => undefined)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
