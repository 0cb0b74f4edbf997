import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startServer } from '../support/server-process.ts'
import { webAppFolder } from '../support/web-app.ts'
import { describeFirstCompany } from './support/first-company.ts'

/** On the embedded database. The built tree plays the same story on both engines (tests/tree). */

const COMMANDS = {
  admin: 'server/accounts/admin-command.ts',
  backup: 'server/backup/backup-command.ts',
  'verify-evidence': 'server/evidence/verify-command.ts',
}

describeFirstCompany('a company from nothing', {
  start: ({ dataDir, port, env }) => startServer({ webDir: webAppFolder(), dataDir, port, env }),
  command: async (name, args, { dataDir, port, env }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', COMMANDS[name], ...args], {
      env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port) },
    })
    return stdout
  },
})
