import { execFileSync } from 'node:child_process'

/**
 * Writes a script that is run at once. Another process writes it: what is started beside a test would inherit the open file for a moment, and the
 * kernel runs no file that is open for writing (ETXTBSY).
 */
export function writeProgram(file: string, script: string): void {
  execFileSync('sh', ['-c', 'cat > "$0" && chmod 755 "$0"', file], { input: script })
}
