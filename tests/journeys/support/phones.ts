import 'fake-indexeddb/auto'
import { saveRescue } from '../../../sync/device/rescue.ts'
import { openDevice } from '../../support/local-device.ts'

/** The rescue file of a phone of this person, with a new client that was never sent. */
export async function rescueFileOf(
  account: { id: string; name: string; companyId: string },
  { client, words }: { client: string; words: string },
): Promise<Buffer> {
  const phone = await openDevice(account.id, { companyId: account.companyId })
  try {
    await phone.commands.create('client', { NOM: client, PORTABLE: '0639984455' })
    const input = { passphrase: words, companyName: 'Habitat Démo', accountName: account.name }
    return Buffer.from(await (await saveRescue(phone.db, input)).arrayBuffer())
  } finally {
    await phone.close()
  }
}
