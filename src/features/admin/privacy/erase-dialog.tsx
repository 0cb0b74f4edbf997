import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { frenchDate } from '../../../../schemas/dates.ts'
import { normalise } from '../../../../schemas/search.ts'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { privacyText as text } from '../../../text/admin/privacy.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { Sheet } from '../../../ui/page/sheet.tsx'
import { adminApi } from '../online/admin-api.ts'
import { Done, Preview } from './answers.ts'

export interface Person {
  kind: 'client' | 'personnel'
  id: string
  name: string
}

interface EraseDialogProps {
  company: string
  person: Person
  close: () => void
  done: () => void
}

/** Shows what would be erased and what the law keeps. The administrator confirms by typing the person's name. */
export function EraseDialog({ company, person, close, done }: EraseDialogProps) {
  const { kind, id } = person
  const [written, write] = useState('')
  const loaded = useLoad(`erase ${company} ${kind} ${id}`, (signal) =>
    adminApi.one('/admin/privacy/person', Preview, { query: { company_id: company, kind, id }, signal }),
  )
  const erase = async (): Promise<void> => {
    const body = { kind, id, name: written }
    await adminApi.write('POST', '/admin/privacy/erase', { data: Done, body, query: { company_id: company } })
    notices.success(text.erased)
    close()
    done()
  }
  return (
    <Sheet opened onClose={close} title={text.title(person.name)}>
      <LoadedView loaded={loaded}>
        {({ name, erased, kept, keepUntil, works, held }) => (
          <Stack gap="md">
            {works && <Alert color="rouge">{text.works}</Alert>}
            {held !== null && <Alert color="rouge">{held}</Alert>}
            <Text size="sm">
              {kind === 'personnel'
                ? text.saysStaff
                : text.says(erased, kept, keepUntil === null ? null : frenchDate(keepUntil))}
            </Text>
            <TextInput
              size="md"
              label={text.confirm(name)}
              value={written}
              onChange={(event) => write(event.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {text.cancel}
              </Button>
              <ActionButton
                label={text.erase}
                variant="filled"
                color="rouge"
                disabled={works || held !== null || normalise(written) !== normalise(name)}
                run={erase}
              />
            </Group>
          </Stack>
        )}
      </LoadedView>
    </Sheet>
  )
}
