import { spawn } from 'node:child_process'

/** Runs a program that prints where this one prints. @returns its exit code. @throws Error when it cannot be started */
export function runProgram(program: string, args: readonly string[], env = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
