import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { wallClock } from '../../schemas/dates.ts'
import type { Entity, Field } from '../../schemas/entity.ts'
import { useNow } from '../data/session/use-now.ts'
import { useZone } from '../data/session/use-zone.ts'
import { changeText as text } from '../text/form-changes.ts'
import { formatAgo } from '../ui/format/format.ts'
import styles from './field-change.module.css'
import { ResourceValue } from './fields/resource-value.tsx'
import type { FieldChange } from './form-following.ts'

/** The part of a form that the notices need. */
export interface ChangingForm {
  entity: Entity
  changes: readonly FieldChange[]
  resolve: (unit: string, choice: 'mine' | 'theirs') => void
}

/** Lists do not fit in one line; of an address, the text is shown and the point on the map is not. */
const isSilent = (entity: Entity, name: string, grouped: boolean): boolean => {
  const kind = entity.fields[name]?.kind ?? 'json'
  return kind === 'json' || (grouped && kind === 'number')
}

/** Label of the changed field in the form; a group has its first field's. */
export const changeLabel = (entity: Entity, { fields }: FieldChange): string =>
  entity.fields[fields[0] ?? '']?.label ?? ''

/**
 * Below a field that its user and somebody else have both changed (OUT-11): who and when, the other value, and the choice. A group is shown
 * once, below its first field.
 */
export function FieldChangeNotice({ form, name }: { form: ChangingForm; name: string }) {
  const change = form.changes.find(({ fields }) => fields[0] === name)
  return change ? <Notice form={form} change={change} /> : null
}

function Notice({ form, change }: { form: ChangingForm; change: FieldChange }) {
  const zone = useZone()
  const now = useNow()
  const { entity, resolve } = form
  const when = formatAgo(wallClock(new Date(change.at), zone), now)
  const told = change.fields.filter((name) => !isSilent(entity, name, change.fields.length > 1))
  return (
    <ChangeNotice
      label={changeLabel(entity, change)}
      head={change.byMe ? text.byMe(when) : text.byOther(when)}
      facts={told.map((name) => {
        const field = entity.fields[name] as Field
        return { label: field.label, value: <ResourceValue name={name} field={field} value={change.theirs[name]} /> }
      })}
      onChoose={(choice) => resolve(change.unit, choice)}
    />
  )
}

export interface ChangeNoticeProps {
  /** Label of the changed field in the form. */
  label: string
  /** Who, and when. */
  head: string
  facts: readonly { label: string; value: ReactNode }[]
  onChoose: (choice: 'mine' | 'theirs') => void
}

/** The notice itself, also for forms that are not made of a record's fields. */
export function ChangeNotice({ label, head, facts, onChoose }: ChangeNoticeProps) {
  const self = useRef<HTMLDivElement>(null)
  const choose = (choice: 'mine' | 'theirs') => () => {
    // The buttons disappear after the choice: the focus moves to the field.
    const input = self.current?.parentElement?.querySelector<HTMLElement>('input, textarea')
    onChoose(choice)
    input?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box, and its legend cannot be inside the line.
    <div ref={self} role="group" aria-label={text.about(label)} className={styles.notice}>
      <p className={styles.head}>
        <IconUsers size={18} aria-hidden className={styles.icon ?? ''} />
        <span>{head}</span>
      </p>
      {facts.length > 0 ? (
        <dl className={styles.theirs}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt className={facts.length > 1 ? undefined : 'visually-hidden'}>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" size="sm" onClick={choose('mine')} aria-label={text.keepOf(label)}>
          {text.keep}
        </Button>
        <Button variant="default" size="sm" onClick={choose('theirs')} aria-label={text.takeOf(label)}>
          {text.take}
        </Button>
      </div>
    </div>
  )
}
