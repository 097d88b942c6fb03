import { expect, test } from '@playwright/test';
import { FLOW_BUDGETS, type FlowName } from '../bench/bundles/flow-budgets.js';
import { openFlows } from '../bench/bundles/flows.js';
import { useResource } from './bundle.js';

const flows = useResource(openFlows);

for (const [name, budget] of Object.entries(FLOW_BUDGETS)) {
  test(`bytes, files and levels of files: ${name}`, async () => {
    const { bytes, files, levels } = await flows.measure(name as FlowName);
    expect({ files, levels }).toEqual({ files: budget.files, levels: budget.levels });
    expect(bytes).toBeLessThanOrEqual(budget.bytes);
    // Otherwise nobody would notice the next growth.
    expect(bytes).toBeGreaterThan(0.98 * budget.bytes);
  });
}
