import { Button, Text } from '@mantine/core'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { clientsText } from '../../text/clients.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './client-form.module.css'
import type { FoundDuplicate } from './find-duplicates.ts'

export interface DuplicatesSheetProps {
  found: readonly FoundDuplicate[]
  onOpen: (idClient: string) => void
  onGoOn: () => void
  onBack: () => void
}

/** The candidates of a possible double (RES-10): open one of them, continue, or go back to the form. */
export function DuplicatesSheet({ found, onOpen, onGoOn, onBack }: DuplicatesSheetProps) {
  const words = clientsText.duplicates
  return (
    <Sheet opened={found.length > 0} onClose={onBack} title={words.title}>
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      <ul className={styles.candidates}>
        {found.map(({ client, address, reasons }) => (
          <li key={client.IDCLIENT} className={styles.candidate}>
            <div>
              <strong>{clientEntity.label(client)}</strong>
              <div className={styles.candidateFacts}>
                {[client.PORTABLE ?? client.TELEPHONE].map((phone) => phone && formatPhone(phone))}
                {address ? <div>{adresseEntity.label(address)}</div> : null}
                <div>{reasons.map((reason) => words[reason]).join(' · ')}</div>
              </div>
            </div>
            <Button variant="default" onClick={() => onOpen(client.IDCLIENT)}>
              {words.open}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.sheetActions}>
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        <Button onClick={onGoOn}>{words.goOn}</Button>
      </div>
    </Sheet>
  )
}
