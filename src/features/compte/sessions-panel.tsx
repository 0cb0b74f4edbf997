import { Button } from '@mantine/core'
import { useState } from 'react'
import { EndedSessions, type OwnSession } from '../../../schemas/account.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { nothing } from '../../data/api/shape.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { compteText } from '../../text/compte.ts'
import { agoWords, type Clock } from '../../ui/format/ago.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import type { PanelProps } from './account-call.ts'
import styles from './compte.module.css'
import type { SessionsReading } from './use-own-sessions.ts'

const { sessions: text } = compteText
const isEnded = shapeOf(EndedSessions)

const openedWords = ({ created_at }: OwnSession, { zone }: Clock): string =>
  text.opened(formatInstant(created_at, zone))
const nameOf = ({ agent }: OwnSession): string => agent ?? text.unknown

/** « Mes sessions »: where my account is open, which one this is, and the end of any other. */
export function SessionsPanel({ call, online, readOnly, reading }: PanelProps & { reading: SessionsReading }) {
  const { known: sessions, again } = reading
  const clock: Clock = { now: useNow(), zone: useZone() }
  const [busy, setBusy] = useState<string | null>(null)
  const others = sessions?.filter(({ current }) => !current) ?? []
  const may = online && !readOnly && busy === null

  const act = async (what: string, message: string, run: () => Promise<string>): Promise<void> => {
    if (!(await notices.confirm({ message }))) return
    setBusy(what)
    try {
      notices.success(await run())
    } catch (error) {
      notices.failure(error)
    } finally {
      setBusy(null)
      again()
    }
  }
  const end = (session: OwnSession): Promise<void> =>
    act(session.id, text.confirmEnd(nameOf(session)), async () => {
      await call(`/account/sessions/${encodeURIComponent(session.id)}`, nothing, { method: 'DELETE' })
      return text.ended
    })
  const endOthers = (): Promise<void> =>
    act('others', text.confirmOthers(others.length), async () => {
      const { ended } = await call('/account/sessions', isEnded, { method: 'DELETE' })
      return text.othersEnded(ended)
    })

  return (
    <Panel title={text.title} count={sessions?.length}>
      <p className={styles.hint}>{text.intro}</p>
      {readOnly ? <p className={styles.hint}>{compteText.inPlace}</p> : null}
      <ReadingTrouble reading={reading} words={text} />
      {sessions === null ? null : (
        <ul className={styles.rows} aria-label={text.title}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} clock={clock}>
              {session.current ? null : (
                <Button
                  variant="default"
                  disabled={!may}
                  loading={busy === session.id}
                  aria-label={`${text.end} : ${nameOf(session)}, ${openedWords(session, clock)}`}
                  onClick={() => void end(session)}
                >
                  {text.end}
                </Button>
              )}
            </SessionRow>
          ))}
        </ul>
      )}
      {sessions !== null && others.length === 0 ? <PanelEmpty text={text.alone} /> : null}
      {others.length > 0 ? (
        <Button
          className={styles.action ?? ''}
          variant="default"
          disabled={!may}
          loading={busy === 'others'}
          onClick={() => void endOthers()}
        >
          {text.endOthers}
        </Button>
      ) : null}
    </Panel>
  )
}

function SessionRow({ session, clock, children }: { session: OwnSession; clock: Clock; children: React.ReactNode }) {
  const { address, last_seen_at, current, by_admin } = session
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.name}>
          {nameOf(session)}
          {current ? <StateChip size="sm" label={text.current} color="green" /> : null}
          {by_admin ? <StateChip size="sm" label={text.byAdmin} color="orange" /> : null}
        </div>
        <div className={styles.fact}>{text.lastSeen(agoWords(last_seen_at, clock))}</div>
        <div className={styles.fact}>
          {[openedWords(session, clock), address === null ? null : text.network(address)].filter(Boolean).join(' · ')}
        </div>
      </div>
      {children}
    </li>
  )
}
