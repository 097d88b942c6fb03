import { describe, expect, it } from 'vitest';
import { getStateFolder } from './state-folder.js';

describe('getStateFolder', () => {
  it('is a different folder for each project, outside of it', () => {
    const [one, two] = ['/projects/one', '/projects/two'].map(getStateFolder);
    expect(one).not.toBe(two);
    expect(one).not.toContain('/projects/one');
    expect(getStateFolder('/projects/one')).toBe(one);
  });
});
