import { Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import { NoticeChoices } from '../../../schemas/account.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../../schemas/rules/notices.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { compteText } from '../../text/compte.ts'
import { noticeChoicesText as text } from '../../text/notice-choices.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import type { PanelProps } from './account-call.ts'
import styles from './compte.module.css'

const PATH = '/account/notifications'
const isChoices = shapeOf(NoticeChoices)

/** What I am told of, kind by kind, and whether a lock screen may show names (DAY-07). */
export function NoticesPanel({ call, online, readOnly }: PanelProps) {
  const reading = useReading(online, (signal) => call(PATH, isChoices, { silent: true, ownRefusal: true, signal }))
  const [kept, setKept] = useState<NoticeChoices | null>(null)
  const sending = useRef(Promise.resolve())
  const choices = kept ?? reading.known
  const may = online && !readOnly
  /** Each press sends all choices, one after the other: a quick second press does not lose the first. */
  const save = (next: NoticeChoices): void => {
    if (!may) return
    setKept(next)
    sending.current = sending.current
      .then(async () => void (await call(PATH, isChoices, { method: 'PUT', body: next })))
      .catch((error: unknown) => {
        setKept(null)
        reading.again()
        notices.failure(error)
      })
  }
  const turn = (kind: NoticeKind, on: boolean): void => {
    if (choices === null) return
    const others = choices.SANS.filter((one) => one !== kind)
    save({ ...choices, SANS: on ? others : [...others, kind] })
  }
  return (
    <Panel title={text.title}>
      <p className={styles.hint}>{readOnly ? compteText.inPlace : text.intro}</p>
      <ReadingTrouble reading={reading} words={text} />
      {choices === null ? null : (
        <div className={styles.switches}>
          {NOTICE_KINDS.map((kind) => (
            <Switch
              key={kind}
              labelPosition="left"
              label={text.kinds[kind]}
              checked={!choices.SANS.includes(kind)}
              disabled={!may}
              onChange={(event) => turn(kind, event.currentTarget.checked)}
              classNames={{ body: styles.switchBody ?? '', labelWrapper: styles.switchLabel ?? '' }}
            />
          ))}
          <Switch
            labelPosition="left"
            label={text.names}
            description={text.namesHint}
            checked={choices.NOMS}
            disabled={!may}
            onChange={(event) => save({ ...choices, NOMS: event.currentTarget.checked })}
            classNames={{ body: styles.switchBody ?? '', labelWrapper: styles.switchLabel ?? '' }}
          />
        </div>
      )}
    </Panel>
  )
}
