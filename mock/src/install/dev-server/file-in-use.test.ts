import { describe, expect, it } from 'vitest';
import { retryInUse } from './file-in-use.js';

/** Returns a task that fails with a code so often, and then returns how often it ran. */
function createTask(code: string, failures: number) {
  const ran = { times: 0 };
  const task = (): number => {
    ran.times += 1;
    if (ran.times <= failures) throw Object.assign(new Error(code), { code });
    return ran.times;
  };
  return { ran, task };
}

describe('retryInUse', () => {
  it.each(['EACCES', 'EBUSY', 'EPERM'])('repeats what fails with %s on Windows', (code) => {
    expect(retryInUse(createTask(code, 2).task, 'win32')).toBe(3);
  });

  it('throws the error of a file that stays in use', () => {
    const { ran, task } = createTask('EBUSY', Number.POSITIVE_INFINITY);
    expect(() => retryInUse(task, 'win32')).toThrow('EBUSY');
    expect(ran.times).toBe(50);
  });

  it.each([
    ['another error', 'EEXIST', 'win32'],
    ['the same code elsewhere', 'EPERM', 'linux'],
  ])('throws %s at once', (_, code, platform) => {
    const { ran, task } = createTask(code, 1);
    expect(() => retryInUse(task, platform)).toThrow(code);
    expect(ran.times).toBe(1);
  });
});
