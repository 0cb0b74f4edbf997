import { execFile } from 'node:child_process'
import { chmod, chown } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Place } from '../journeys/support/first-company.ts'
import { type Launcher, type ServerProcess, startServer } from '../support/server-process.ts'

/** A tree of `npm run build:tree`, run as the container and the systemd unit would, as far as a machine without them can. */

/** `nobody`: a user who owns no file here. */
const NOBODY = 65534

/**
 * In its own mount namespace: the disk is read-only except the data folder; then as a user without rights. « exec » everywhere, so that the process
 * that gets the signals is the server.
 */
const CONFINED = `set -e
tree=$1 data=$2
shift 2
mount --bind "$tree" "$tree"
mount -o remount,bind,ro "$tree"
mount --bind "$data" "$data"
mount -o remount,bind,ro /
exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all -- "$@"`

const isRoot = process.getuid?.() === 0

export interface Tree {
  /** Whether the kernel confines it, or only its file permissions: only root may mount. */
  isConfined: boolean
  run(program: string, args: readonly string[], place: Place): Promise<string>
  start(place: Place): Promise<ServerProcess>
}

/** @param folder the tree, which the test's user cannot write */
export async function treeIn(folder: string): Promise<Tree> {
  if (!isRoot) await promisify(execFile)('chmod', ['-R', 'a-w', folder])
  const launcher = ({ dataDir }: Place, args: readonly string[]): Launcher => {
    const node = [process.execPath, ...args]
    const [command = '', ...rest] = isRoot
      ? ['unshare', '--mount', '--propagation', 'private', '--', 'sh', '-c', CONFINED, 'sh', folder, dataDir, ...node]
      : node
    return { command, args: rest, cwd: folder }
  }
  const settings = (place: Place): Record<string, string> => ({
    ...place.env,
    NODE_ENV: 'production',
    LOG_FORMAT: 'json',
    WEB_DIR: `${folder}/dist`,
    HOST: '127.0.0.1',
  })
  return {
    isConfined: isRoot,
    async run(program, args, place) {
      const { command, args: all, cwd } = launcher(place, [program, ...args])
      const { PATH, LANG } = process.env
      const env = { PATH, LANG, ...settings(place), DATA_DIR: place.dataDir, PORT: String(place.port) }
      const { stdout } = await promisify(execFile)(command, all as string[], { cwd, env })
      return stdout
    },
    async start(place) {
      await chmod(place.dataDir, 0o700)
      if (isRoot) await chown(place.dataDir, NOBODY, NOBODY)
      return startServer({
        dataDir: place.dataDir,
        port: place.port,
        env: settings(place),
        launch: launcher(place, ['server/start.js']),
      })
    },
  }
}
