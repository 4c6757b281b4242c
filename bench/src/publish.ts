export const measurePublish = async (): Promise<void> => {};
