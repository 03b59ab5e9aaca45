"""Triton's client lists and runs the networks of a server; ONNX Runtime runs the same files, and both give the same numbers."""

import sys
from pathlib import Path

import numpy as np
import onnxruntime
import tritonclient.http as triton

MODELS = Path(__file__).parents[2] / "models"
address = sys.argv[1].removeprefix("http://")
client = triton.InferenceServerClient(url=address)
assert client.is_server_live() and client.is_server_ready()
names = sorted(entry["name"] for entry in client.get_model_repository_index())
assert names == sorted(path.parent.name for path in MODELS.glob("*/model.onnx")), names
random = np.random.default_rng(1)
for name in names:
    assert client.is_model_ready(name)
    about = client.get_model_metadata(name)
    (tensor,), (wanted,) = about["inputs"], about["outputs"]
    batch = random.standard_normal([size if size > 0 else 3 for size in tensor["shape"]], dtype=np.float32)
    session = onnxruntime.InferenceSession(MODELS / name / "model.onnx", providers=["CPUExecutionProvider"])
    (expected,) = session.run([wanted["name"]], {tensor["name"]: batch})
    for binary in (False, True):
        given = triton.InferInput(tensor["name"], list(batch.shape), "FP32")
        given.set_data_from_numpy(batch, binary_data=binary)
        asked = triton.InferRequestedOutput(wanted["name"], binary_data=binary)
        found = client.infer(name, [given], outputs=[asked]).as_numpy(wanted["name"])
        assert found.shape == expected.shape, (name, found.shape, expected.shape)
        assert np.allclose(found, expected, atol=1e-3), (name, np.abs(found - expected).max())
    print(f"{name} gives the same numbers")
try:
    client.get_model_metadata("ludo")
except triton.InferenceServerException as error:
    print(f"a network that is not there: {error}")
else:
    raise SystemExit("a network that is not there was described")
