import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { ResourceField } from '../../forms/fields/resource-field.tsx'
import type { Held } from '../../forms/follow-record.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { formIssues, newValues } from '../../forms/form-values.ts'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { adressesText as text } from '../../text/adresses.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { PickPoint } from '../map/pick-point.tsx'
import { TownChoice } from '../map/town-choice.tsx'
import { ADDRESS_FIELDS, anotherAddress } from './address-words.ts'
import styles from './new-address.module.css'

const entity = entityOf('adresse')
const EMPTY = newValues(entity)
const validate = ({ values, snapshot }: Held) => formIssues({ entity, mode: 'create', values, snapshot })

interface NewAddressProps {
  /** Names the form and the field that will have it. */
  draftKey: string
  onMade: (id: string) => void
}

const keyOf = (draftKey: string): string => `${draftKey}/nouvelle`

/** Whether the reload of an update has kept one that was being written: the field above it is to be shown. */
export const isAddressBegun = (draftKey: string): boolean => dirtyForms.hasDraft(keyOf(draftKey))

/** Below a field that finds an address: one that nobody has written down yet, without a network too. */
export function NewAddress({ draftKey, onMade }: NewAddressProps) {
  const [opened, setOpened] = useState(() => isAddressBegun(draftKey))
  return (
    <div className={styles.below}>
      <Button
        variant="subtle"
        size="md"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {text.create}
      </Button>
      {opened ? <NewAddressSheet draftKey={keyOf(draftKey)} onMade={onMade} onClose={() => setOpened(false)} /> : null}
    </div>
  )
}

function NewAddressSheet({ draftKey, onMade, onClose }: NewAddressProps & { onClose: () => void }) {
  const commands = useCommands()
  const engine = useFormEngine({ values: EMPTY, validate })
  const { values, errors, valid } = engine
  const { busy, whileBusy } = useBusy()
  const [onMap, setOnMap] = useState(false)
  const save = (): Promise<boolean> =>
    whileBusy(async () => {
      onMade(await commands.create('adresse', anotherAddress(values, true)))
      engine.markSaved()
      onClose()
    })
  return (
    <FormSheet
      engine={engine}
      draftKey={draftKey}
      title={text.create}
      canSave={valid}
      saving={busy}
      covered={onMap}
      save={save}
      onClose={onClose}
    >
      {(close) => (
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            // The sheet stands in another form's.
            event.stopPropagation()
            if (valid) void save()
            else engine.touchAll()
          }}
        >
          {ADDRESS_FIELDS.map((name) => (
            <div key={name} data-field={name}>
              <ResourceField
                entity={entity}
                name={name}
                values={values}
                onChange={(value) => engine.setMany({ [name]: value })}
                onBlur={() => engine.touch(name)}
                error={errors[name]}
              />
            </div>
          ))}
          <TownChoice values={values} onPick={engine.setMany} />
          <PickPoint values={values} onPick={engine.setMany} onOpen={setOnMap} />
          <div className={styles.actions}>
            <Button variant="default" size="md" onClick={close}>
              {text.cancel}
            </Button>
            <Button type="submit" size="md" disabled={!valid} loading={busy}>
              {text.add}
            </Button>
          </div>
        </form>
      )}
    </FormSheet>
  )
}
