import { Button } from '@mantine/core'
import { IconCalendarCancel, IconCalendarRepeat, IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { addMinutes, isDate, isDateTime, minutesBetween } from '../../../schemas/dates.ts'
import { type ExceptionAbsence, occurrencesOf } from '../../../schemas/rules/absences.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { spanOf } from '../../domain/absences/span.ts'
import { DateTimeField } from '../../forms/fields/datetime-field.tsx'
import { absencesText as text } from '../../text/absences.ts'
import { formatLongDay } from '../../ui/format/format.ts'
import { DOUBLE_PRESS_MS, useBusy } from '../../ui/notices/use-busy.ts'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './absences.module.css'

type Absence = LocalRecord<'absence'>

/** The time that the rule gives to a day; null for a day on which it has none. */
const ruleTime = (absence: Absence, jour: string) =>
  occurrencesOf({ ...absence, EXCEPTIONS: [] }, { from: jour, until: jour }).find(({ id }) => id === jour) ?? null

/** Changes one occurrence of what repeats: cancelled, moved, or put back; the others stay (RFC 5545, EXDATE and RECURRENCE-ID). */
export function OncePanel({ absence, jour }: { absence: Absence; jour: string }) {
  const commands = useCommands()
  const [moved, setMoved] = useState<{ debut: string; fin: string } | null>(null)
  // « Remettre » comes in the place of « Annuler cette fois »: a double press would do both.
  const { whileBusy } = useBusy({ restMs: DOUBLE_PRESS_MS })
  const rule = isDate(jour) ? ruleTime(absence, jour) : null
  if (!rule) return null
  const exception = absence.EXCEPTIONS.find(({ id }) => id === jour)
  const write = (change: ExceptionAbsence | null): Promise<boolean> =>
    whileBusy(async () => {
      const others = absence.EXCEPTIONS.filter(({ id }) => id !== jour)
      const EXCEPTIONS = [...others, ...(change ? [change] : [])].sort((a, b) => (a.id < b.id ? -1 : 1))
      await commands.update('absence', absence.id, { EXCEPTIONS })
      setMoved(null)
    })
  const isValid = moved !== null && isDateTime(moved.debut) && isDateTime(moved.fin) && moved.debut < moved.fin
  /** The end follows the start, in the length of the others. */
  const startAt = (debut: string): void =>
    setMoved({ debut, fin: isDateTime(debut) ? addMinutes(debut, minutesBetween(rule.debut, rule.fin)) : '' })
  const save = (): void => {
    if (isValid) void write({ id: jour, DEBUT: moved.debut, FIN: moved.fin })
  }
  const state =
    exception === undefined
      ? text.onceHint
      : exception.DEBUT !== undefined && exception.FIN !== undefined
        ? text.moved(spanOf({ debut: exception.DEBUT, fin: exception.FIN }))
        : text.cancelled
  return (
    <Panel title={text.once(formatLongDay(jour))}>
      <div className={styles.once}>
        <p className={styles.hint} role="status">
          {state}
        </p>
        {moved ? (
          <>
            <DateTimeField label={text.start} value={moved.debut} onChange={startAt} required />
            <DateTimeField
              label={text.end}
              value={moved.fin}
              onChange={(fin) => setMoved({ ...moved, fin })}
              required
              error={isDateTime(moved.fin) && !isValid ? text.badMove : undefined}
            />
            <div className={styles.buttons}>
              <Button variant="default" onClick={() => setMoved(null)}>
                {text.keep}
              </Button>
              <Button onClick={save} disabled={!isValid}>
                {text.saveMove}
              </Button>
            </div>
          </>
        ) : (
          <div className={styles.buttons}>
            {exception ? (
              <Button
                variant="default"
                leftSection={<IconRestore size={18} aria-hidden />}
                onClick={() => void write(null)}
              >
                {text.putBack}
              </Button>
            ) : (
              <>
                <Button
                  variant="default"
                  leftSection={<IconCalendarCancel size={18} aria-hidden />}
                  onClick={() => void write({ id: jour })}
                >
                  {text.cancelOnce}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconCalendarRepeat size={18} aria-hidden />}
                  onClick={() => setMoved({ debut: rule.debut, fin: rule.fin })}
                >
                  {text.moveOnce}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}
