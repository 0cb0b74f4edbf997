import { Radio } from '@mantine/core'
import {
  agrees,
  CHOSEN_NAMES,
  type Choice,
  type Choices,
  type Chosen,
  isJoinable,
  type MergePreview,
  proposedChoice,
} from '../../../schemas/client-merge.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import type { Values } from '../../../schemas/merge.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { type Names, useNames } from '../../domain/records/use-names.ts'
import { fusionText as text } from '../../text/fusion.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './merge.module.css'

interface MergeChoicesProps {
  preview: MergePreview
  choices: Choices
  onChoose: (name: Chosen, choice: Choice) => void
}

/** Each field of which the two records say something else, side by side; one says which value stays. */
export function MergeChoices({ preview, choices, onChoose }: MergeChoicesProps) {
  const { GARDE, AUTRE } = preview
  const names = useNames()
  const differing = CHOSEN_NAMES.filter((name) => !agrees(GARDE.FICHE, AUTRE.FICHE, name))
  const agreed = CHOSEN_NAMES.filter((name) => !differing.includes(name) && !isEmpty(GARDE.FICHE, name))
  return (
    <Panel title={text.fields}>
      <p className={styles.hint}>{differing.length > 0 ? text.fieldsHint : text.nothingToChoose}</p>
      <div className={styles.fields}>
        {differing.map((name) => (
          <Radio.Group
            key={name}
            label={text.field[name]}
            value={choices[name] ?? proposedChoice(GARDE.FICHE, AUTRE.FICHE, name)}
            onChange={(next) => onChoose(name, next as Choice)}
          >
            <div className={styles.sides}>
              <Side side="garde" name={name} record={GARDE.FICHE} names={names} />
              <Side side="autre" name={name} record={AUTRE.FICHE} names={names} />
              {isJoinable(name) ? (
                <Radio
                  className={styles.side ?? ''}
                  size="md"
                  value="deux"
                  label={
                    <>
                      <span className={styles.of}>{text.sides.deux}</span>
                      <span className={styles.value}>{text.joined}</span>
                    </>
                  }
                />
              ) : null}
            </div>
          </Radio.Group>
        ))}
      </div>
      {agreed.length > 0 ? (
        <p className={styles.hint}>
          {text.agreed} : {agreed.map((name) => text.field[name]).join(', ')}.
        </p>
      ) : null}
      <p className={styles.hint}>{text.labels}</p>
    </Panel>
  )
}

const isEmpty = (record: Values, name: Chosen): boolean => !record[name]

interface SideProps {
  side: 'garde' | 'autre'
  name: Chosen
  record: Values
  names: Names
}

function Side({ side, name, record, names }: SideProps) {
  return (
    <Radio
      className={styles.side ?? ''}
      size="md"
      value={side}
      label={
        <>
          <span className={styles.of}>{text.sides[side]}</span>
          <span className={styles.value}>
            <Said name={name} record={record} names={names} />
          </span>
        </>
      }
    />
  )
}

/** A value as people read it, without a link: it stands in the label of a choice. */
function Said({ name, record, names }: Omit<SideProps, 'side'>) {
  const value = typeof record[name] === 'string' ? (record[name] as string) : ''
  const place = useLiveRecord('adresse', name === 'IDADRESSE' && value !== '' ? value : null)
  if (name === 'IDADRESSE') return <>{place ? adresseEntity.label(place) : String(record.VILLE ?? text.nothing)}</>
  if (value === '') return <>{text.nothing}</>
  if (name === 'IDPERSONNEL') return <>{names.personnel(value)}</>
  if (name === 'PORTABLE' || name === 'TELEPHONE') return <>{formatPhone(value)}</>
  if (name === 'IDORIGINE')
    return (
      <>
        {[value, record.IDORIGINE_CAMPAGNE]
          .flatMap((id) => (typeof id === 'string' ? [names.entry(id)] : []))
          .join(' · ')}
      </>
    )
  return <>{name.startsWith('ID') ? names.entry(value) : value}</>
}
