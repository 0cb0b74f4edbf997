import { Button } from '@mantine/core'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { clientsText } from '../../text/clients.ts'
import styles from './client-form.module.css'
import type { Alike } from './find-alike.ts'

const text = clientsText.alike

interface AlikeNoticeProps {
  alike: readonly Alike[]
  /** Opens the record of one of them. */
  onOpen: (idClient: string) => void
}

const placeOf = ({ client, adresse }: Alike): string =>
  adresse ? [adresse.CODE_POSTAL, adresse.VILLE].filter(Boolean).join(' ') : (client.VILLE ?? '')

/** « C’est lui ? »: says whose number, mail or name this is already. It never prevents. Always there, so that screen readers announce its content. */
export function AlikeNotice({ alike, onOpen }: AlikeNoticeProps) {
  return (
    <div role="status" className={styles.alike}>
      {alike.map((one) => {
        const name = clientEntity.label(one.client)
        const who = [name, placeOf(one)].filter(Boolean).join(', ')
        return (
          <p key={one.client.IDCLIENT}>
            {text[one.reason](who)}{' '}
            <Button
              variant="subtle"
              size="compact-md"
              mih={44}
              aria-label={text.openOf(name)}
              onClick={() => onOpen(one.client.IDCLIENT)}
            >
              {text.open}
            </Button>
          </p>
        )
      })}
    </div>
  )
}
