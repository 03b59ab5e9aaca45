"""Runs one of Kibitzer's networks in MLServer, by ONNX Runtime."""

from typing import Any

import onnxruntime
from mlserver import MLModel
from mlserver.codecs import NumpyCodec
from mlserver.types import InferenceRequest, InferenceResponse, MetadataTensor


class OnnxModel(MLModel):
    """A network, run on the processor."""

    async def load(self) -> bool:
        """Opens the network; MLServer asks for that once."""
        uri = self.settings.parameters.uri
        self._session = onnxruntime.InferenceSession(uri, providers=["CPUExecutionProvider"])
        self.inputs = [tensor(one) for one in self._session.get_inputs()]
        self.outputs = [tensor(one) for one in self._session.get_outputs()]
        return True

    async def predict(self, payload: InferenceRequest) -> InferenceResponse:
        """What the network says of a request's tensors."""
        given = {one.name: NumpyCodec.decode_input(one) for one in payload.inputs}
        found = self._session.run(None, given)
        named = zip(self.outputs, found, strict=True)
        outputs = [NumpyCodec.encode_output(about.name, array) for about, array in named]
        return InferenceResponse(model_name=self.name, model_version=self.version, outputs=outputs)


def tensor(about: Any) -> MetadataTensor:
    """A tensor of the network as MLServer describes it."""
    shape = [size if isinstance(size, int) else -1 for size in about.shape]
    return MetadataTensor(name=about.name, datatype="FP32", shape=shape)
