import { Button, Radio, Stack, Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import { DIVISIONS, type Division, type Handover } from '../../../schemas/handover.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { passationText as text } from '../../text/passation.ts'
import { MultiSelect } from '../../ui/controls/choices.tsx'
import { notices } from '../../ui/notices/notices.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { beginHandover } from './calls.ts'
import { HandoverPreviewTable } from './handover-preview.tsx'
import { LeaverDevices } from './leaver-devices.tsx'
import styles from './passation.module.css'
import { usePreview } from './use-preview.ts'

interface HandoverFormProps {
  person: { id: string; name: string }
  colleagues: readonly { value: string; label: string }[]
  nameOf: (id: string) => string
  online: boolean
  onBegin: (begin: () => Promise<Handover>) => Promise<void>
}

/** Who receives, how it is divided, and what each would get; nothing happens before the confirmation. */
export function HandoverForm({ person, colleagues, nameOf, online, onBegin }: HandoverFormProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const [division, setDivision] = useState<Division>('egal')
  const [sends, setSends] = useState(true)
  const key = useRef(uuidv7())
  const tooMany = division === 'un' && chosen.length > 1
  const ask = chosen.length === 0 || tooMany ? null : { REPARTITION: division, COLLEGUES: chosen }
  const { preview, failure, again } = usePreview(person.id, online ? ask : null)

  const begin = async (): Promise<void> => {
    if (!ask || !preview) return
    const { CLIENTS, PROJETS, RDVS, INTERVENTIONS, DEVIS } = preview.TOTAL
    const total = CLIENTS + PROJETS + RDVS + INTERVENTIONS + DEVIS
    if (!(await notices.confirm({ message: text.confirm(person.name, total) }))) return
    const body = { ...ask, ENVOI: sends, EMPREINTE: preview.EMPREINTE }
    await onBegin(async () => {
      const begun = await beginHandover(person.id, { body, key: key.current }).catch((error: unknown) => {
        // The portfolio may have changed: the next try is another order, after another look.
        key.current = uuidv7()
        again()
        throw error
      })
      key.current = uuidv7()
      return begun
    })
  }

  return (
    <Panel title={text.form}>
      <div className={styles.form}>
        <MultiSelect
          size="md"
          label={text.colleagues}
          description={text.colleaguesHint}
          data={[...colleagues]}
          value={chosen}
          onChange={setChosen}
          error={tooMany ? text.onlyOne : undefined}
          searchable
          hidePickedOptions
          placeholder={chosen.length === 0 ? text.search : ''}
          nothingFoundMessage={text.nobody}
          maxDropdownHeight={280}
        />
        <Radio.Group label={text.division} value={division} onChange={(next) => setDivision(next as Division)}>
          <Stack gap={8} mt={8}>
            {DIVISIONS.map((one) => (
              <Radio key={one} value={one} label={text.divisions[one]} size="md" />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          size="md"
          label={text.sends}
          description={text.sendsHint}
          checked={sends}
          onChange={(event) => setSends(event.currentTarget.checked)}
        />
        <LeaverDevices person={person.id} online={online} />
        <section aria-label={text.preview}>
          <h3 className={styles.subtitle}>{text.preview}</h3>
          {failure ? <p role="alert">{failure}</p> : null}
          {preview ? (
            <HandoverPreviewTable preview={preview} nameOf={nameOf} />
          ) : failure ? null : (
            <PanelEmpty text={ask && online ? text.previewLoading : text.previewEmpty} />
          )}
        </section>
        <Button className={styles.begin} disabled={!online || !preview} onClick={() => void begin()}>
          {text.begin}
        </Button>
      </div>
    </Panel>
  )
}
