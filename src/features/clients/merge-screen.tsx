import { Button, Table } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Choices, Hanging, MergePreview } from '../../../schemas/client-merge.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { LedToKept } from '../../domain/clients/led-to-kept.tsx'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { RefField } from '../../forms/fields/ref-field.tsx'
import { fusionText as text } from '../../text/fusion.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './merge.module.css'
import { mergeClients, readMergePreview } from './merge-calls.ts'
import { MergeChoices } from './merge-choices.tsx'

/** /manager/client/$id/fusion: another record of the same client goes into this one (DAY-14). */
export function MergeScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [query, setQuery] = useQuery()
  const client = useLiveRecord('client', id)
  const back = paths.resource.view('client', id)
  // Whoever merges records has no « Mes clients ».
  const list = useClientsHref()
  if (client === undefined) return null
  if (client === null)
    return (
      <LedToKept id={id} hrefOf={(kept) => paths.resource.view('client', kept)}>
        <MissingRecord back={list} />
      </LedToKept>
    )
  const other = query.avec ?? ''
  return (
    <>
      <PageHeader title={text.title(clientEntity.label(client))} subtitle={text.intro} back={back} />
      <div className={styles.panels}>
        <Panel title={text.other}>
          <p className={styles.hint}>{text.otherHint}</p>
          <RefField
            to="client"
            label={text.pick}
            value={other}
            onChange={(next) => setQuery({ avec: String(next ?? '') })}
            error={other === id ? text.itself : undefined}
          />
          {other === '' ? <Alike client={client} onPick={(avec) => setQuery({ avec })} /> : null}
        </Panel>
        {other === '' || other === id ? null : <Comparison key={other} id={id} other={other} />}
      </div>
    </>
  )
}

const FEW = 5

/** Clients of this device with the same name or the same number. */
function Alike({ client, onPick }: { client: LocalRecord<'client'>; onPick: (id: string) => void }) {
  const { IDCLIENT } = client
  const { CLE_NOM = '', CLE_PORTABLE = '' } = clientEntity.local?.derived?.of(client) ?? {}
  const named = useLiveList('client', { selector: { CLE_NOM } })
  const numbered = useLiveList('client', CLE_PORTABLE === '' ? null : { selector: { CLE_PORTABLE } })
  const [all, setAll] = useState(false)
  const found = new Map([...(named ?? []), ...(numbered ?? [])].map((one) => [one.IDCLIENT, one]))
  found.delete(IDCLIENT)
  if (found.size === 0) return null
  return (
    <section aria-label={text.alike}>
      <h3 className={styles.alike}>{text.alike}</h3>
      <div className={styles.buttons}>
        {[...found.values()].slice(0, all ? found.size : FEW).map((one) => (
          <Button key={one.IDCLIENT} variant="default" onClick={() => onPick(one.IDCLIENT)}>
            {[clientEntity.label(one), one.VILLE].filter(Boolean).join(' · ')}
          </Button>
        ))}
        {all || found.size <= FEW ? null : (
          <Button variant="subtle" onClick={() => setAll(true)}>
            {text.moreAlike(found.size - FEW)}
          </Button>
        )}
      </div>
    </section>
  )
}

function Comparison({ id, other }: { id: string; other: string }) {
  const { online } = useSync().status
  const reading = useReading(online, (signal) => readMergePreview(id, other, signal))
  const [choices, setChoices] = useState<Choices>({})
  const { busy, whileBusy } = useBusy()
  const navigate = useNavigate()
  const key = useRef(uuidv7())
  const { known } = reading

  const merge = (preview: MergePreview): Promise<boolean> =>
    whileBusy(async () => {
      const name = clientEntity.label(preview.AUTRE.FICHE as never)
      if (!(await notices.confirm({ message: text.confirm(name) }))) return
      const { EMPREINTE } = preview
      await mergeClients(id, { IDCLIENT: other, CHOIX: choices, EMPREINTE }, key.current).catch((error: unknown) => {
        // One of the records may have changed: the next try is another order, after another look.
        key.current = uuidv7()
        reading.again()
        throw error
      })
      notices.success(text.done)
      await navigate({ ...hrefProps(paths.resource.view('client', id)), replace: true })
    })

  return (
    <>
      <ReadingTrouble reading={reading} words={text} card />
      {known === null ? null : (
        <>
          <MergeChoices
            preview={known}
            choices={choices}
            onChoose={(name, choice) => setChoices((before) => ({ ...before, [name]: choice }))}
          />
          <Panel title={text.hanging}>
            <p className={styles.hint}>{text.hangingHint}</p>
            <HangingTable preview={known} />
          </Panel>
          <div className={styles.buttons}>
            <Button disabled={!online} loading={busy} onClick={() => void merge(known)}>
              {text.merge}
            </Button>
            <Button
              variant="default"
              disabled={busy}
              onClick={() => void navigate({ ...hrefProps(paths.fusion.href(other, id)), replace: true })}
            >
              {text.swap}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

function HangingTable({ preview: { GARDE, AUTRE } }: { preview: MergePreview }) {
  return (
    <Table className={styles.table ?? ''} aria-label={text.hanging}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col">{text.sides.garde}</Table.Th>
          <Table.Th scope="col">{text.sides.autre}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(Object.keys(text.counts) as (keyof Hanging)[]).map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{text.counts[name]}</Table.Th>
            <Table.Td>{GARDE.RATTACHE[name]}</Table.Td>
            <Table.Td>{AUTRE.RATTACHE[name]}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
