import { Anchor, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callApi } from '../../data/api/api.ts'
import { isText, objectOf, orNull, type Shape } from '../../data/api/shape.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { subscriptionText as text } from '../../text/subscription.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'

interface Subscription {
  /** Shown once, when it is made. */
  url: string | null
  created_at: string | null
}
const isSubscription: Shape<Subscription> = objectOf({ url: orNull(isText), created_at: orNull(isText) })

function Address({ url }: { url: string }) {
  return (
    <Stack gap="xs">
      <TextInput size="md" label={text.address} description={text.keep} value={url} readOnly />
      <Group>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button size="md" onClick={copy}>
              {copied ? text.copied : text.copy}
            </Button>
          )}
        </CopyButton>
        <Anchor href={url.replace(/^https?:/, 'webcal:')}>{text.open}</Anchor>
      </Group>
    </Stack>
  )
}

/** The address under which other calendars read my agenda (CAL-08): made and renewed by the server, so only with a network. */
export function SubscriptionSheet({ onClose }: { onClose: () => void }) {
  const { status } = useSync()
  const zone = useZone()
  const [made, setMade] = useState<Subscription | null>(null)
  const { busy, whileBusy } = useBusy()
  const { online } = status
  const reading = useReading(online, (signal) => callApi('/ics/token', isSubscription, { silent: true, signal }))
  // An address that was just made stays on screen: no later answer contains it.
  const known = made ?? reading.known
  const exists = known?.created_at != null
  const make = async () => {
    if (exists && !(await notices.confirm({ message: text.renewConfirm }))) return
    await whileBusy(async () => {
      setMade(await callApi('/ics/token', isSubscription, { method: 'POST' }))
    })
  }
  return (
    <Sheet opened onClose={onClose} title={text.title}>
      <Stack gap="md">
        <Text size="sm">{text.intro}</Text>
        <Text size="sm">{text.secret}</Text>
        {known?.url ? <Address url={known.url} /> : null}
        {known && !known.url ? (
          <Text size="sm" c="dimmed">
            {exists ? text.since(formatInstant(known.created_at, zone).slice(0, 10)) : text.none}
          </Text>
        ) : null}
        <ReadingTrouble reading={reading} words={text} />
        <Button
          size="md"
          variant={exists ? 'default' : 'filled'}
          disabled={!online || !known}
          loading={busy}
          onClick={() => void make()}
        >
          {exists ? text.renew : text.make}
        </Button>
      </Stack>
    </Sheet>
  )
}
